//! Traces as data.

use super::{api, ask};
use serde_json::{Value, json};
use taquin_web::api::Call;

fn steps(algorithm: &str) -> Vec<Value> {
    let request = json!({"start": "8 1 3/4 0 2/7 6 5", "algorithm": algorithm, "steps": 500});
    let answer = ask(&api(), Call::Trace, &request).unwrap();
    assert_eq!(answer["status"], "solved");
    answer["steps"].as_array().unwrap().clone()
}

#[test]
fn steps_of_idastar_list_the_children_beyond_the_bound() {
    let steps = steps("idastar");
    let (mut bound, mut least, mut pruned) = (0, u64::MAX, 0);
    for step in &steps {
        if let Some(next) = step["bound"].as_u64() {
            // The next bound is the smallest priority that was pruned.
            assert!(bound == 0 || next == least, "{next} after {bound}");
            (bound, least) = (next, u64::MAX);
        }
        for child in step["cut"].as_array().unwrap() {
            let priority = child["priority"].as_u64().unwrap();
            assert!(priority > bound, "{child} within {bound}");
            (least, pruned) = (least.min(priority), pruned + 1);
        }
        assert!(step["queue"].is_null());
    }
    assert!(pruned > 0);
}

#[test]
fn other_searches_prune_nothing() {
    assert!(steps("astar").iter().all(|step| step["cut"].is_null()));
}
