//! The fixture to copy: a sandbox for each test that runs at the moment, as new for each of them. The sandboxes end when
//! the process of the tests does.

use serde_json::{json, Value};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

static IDLE: Mutex<Vec<(Child, Value)>> = Mutex::new(Vec::new());

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
            .config().http_status_as_error(false).build()
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
    let luxgate = std::env::var("LUXGATE").unwrap_or("luxgate".into());
    let mut words = luxgate.split_whitespace();
    let mut process = Command::new(words.next().unwrap())
        .args(words)
        .args(["sandbox", "--clock", "driven", "--end-with-stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("luxgate cannot be started");
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (process, serde_json::from_str(&line).unwrap())
}
