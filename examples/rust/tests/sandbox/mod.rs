//! The fixture to copy: a sandbox for each test that runs at the moment, as new for each of them.

use serde_json::{json, Value};
use std::env::var;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, Once};

const FLAGS: &str = "--clock driven --end-with-stdin"; // add yours, such as --home home.yaml

static IDLE: Mutex<Vec<(Child, Value)>> = Mutex::new(Vec::new());
static AT_EXIT: Once = Once::new();

pub struct Sandbox(Option<(Child, Value)>);

impl Sandbox {
    pub fn new() -> Sandbox {
        let idle = IDLE.lock().unwrap().pop();
        let sandbox = Sandbox(Some(idle.unwrap_or_else(start)));
        sandbox.control("/reset", json!({ "keys": ["mine"] }));
        sandbox
    }

    pub fn url(&self) -> &str {
        self.ready("url")
    }

    /// For example control("/lose-next", json!({ "device": "Porch" })). A wrong word fails, with the nearest known one.
    pub fn control(&self, path: &str, given: Value) -> Value {
        let request = ureq::post(format!("{}{path}", self.ready("control")))
            .config().http_status_as_error(false).proxy(None).build()
            .header("Authorization", format!("Bearer {}", self.ready("token")));
        let mut response = request.send_json(given).unwrap();
        let answer: Value = response.body_mut().read_json().unwrap();
        assert_eq!(response.status(), 200, "{}", answer["error"]);
        answer
    }

    fn ready(&self, name: &str) -> &str {
        self.0.as_ref().unwrap().1[name].as_str().unwrap()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        IDLE.lock().unwrap().extend(self.0.take());
    }
}

fn start() -> (Child, Value) {
    AT_EXIT.call_once(|| unsafe { assert_eq!(atexit(stop_all), 0) });
    let command = format!("exec {} sandbox {FLAGS}", var("LUXGATE").unwrap_or("luxgate".into()));
    let mut process = Command::new("sh").args(["-c", &command])
        .stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
        .spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let mut ready: Value = match line.is_empty() {
        false => serde_json::from_str(&line).unwrap(),
        true => panic!("The sandbox did not start: {}", errors(process)),
    };
    if ready["token"].is_null() {
        ready["token"] = var("LUXGATE_SANDBOX_TOKEN").unwrap().into();
    }
    (process, ready)
}

extern "C" {
    fn atexit(action: extern "C" fn()) -> i32;
    fn _exit(code: i32) -> !;
}

/// After all tests, as Rust has no other place for it: a sandbox that ends with an error fails the run.
extern "C" fn stop_all() {
    for (mut process, _) in IDLE.lock().unwrap().drain(..) {
        drop(process.stdin.take()); // ends it
        if !process.wait().unwrap().success() {
            eprintln!("The sandbox ended with an error: {}", errors(process));
            unsafe { _exit(1) }
        }
    }
}

fn errors(mut process: Child) -> String {
    let mut text = String::new();
    process.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text
}
