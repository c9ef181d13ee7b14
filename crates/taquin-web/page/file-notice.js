// Browsers do not load modules, workers and WebAssembly from files. A page of an exported site that is opened as a file says so.
if (location.protocol === "file:") {
  const notice = document.createElement("p");
  notice.id = "file-notice";
  notice.className = "card";
  notice.setAttribute("role", "alert");
  notice.textContent =
    "This page is opened as a file, and browsers do not load its program that way. Serve its directory instead: run " +
    "“python3 -m http.server” there and open http://localhost:8000/ in the browser.";
  document.querySelector("main").prepend(notice);
}
