//! Opening the page in a browser.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Opens the page of a server in the user's browser.
pub fn open_page(address: SocketAddr) -> io::Result<()> {
    let (program, before): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url(address));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().map(drop)
}

/// The address of the page for a browser on this machine.
fn url(address: SocketAddr) -> String {
    let host = if address.ip().is_unspecified() {
        Ipv4Addr::LOCALHOST.into()
    } else {
        address.ip()
    };
    format!("http://{}/", SocketAddr::new(host, address.port()))
}
