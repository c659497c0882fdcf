mod sandbox;

use luxgate_client::Client;
use sandbox::Sandbox;
use serde_json::{json, Value};
use std::time::Duration;

fn client(sandbox: &Sandbox) -> Client {
    Client::new(sandbox.url(), "mine", Duration::from_secs(5))
}

fn lamp(sandbox: &Sandbox) -> String {
    sandbox.control("/device", json!({ "device": "Reading lamp" }))["lightIds"][0].as_str().unwrap().into()
}

fn expect_a_second_try(fault: Value) {
    let sandbox = Sandbox::new();
    sandbox.control("/misbehave", json!({ "on": { "method": "GET", "times": 1 }, "as": fault }));
    assert_eq!(client(&sandbox).lights().unwrap().len(), 11);
}

#[test]
fn lists_the_lights() {
    let sandbox = Sandbox::new();
    assert_eq!(client(&sandbox).lights().unwrap().len(), 11);
}

#[test]
fn turns_a_lamp_off_with_its_key() {
    let sandbox = Sandbox::new();
    client(&sandbox).turn(&lamp(&sandbox), false).unwrap();
    let put = sandbox.control("/next-request", json!({ "method": "PUT", "after": 0 }));
    let body: Value = serde_json::from_str(put["body"].as_str().unwrap()).unwrap();
    assert_eq!((body, put["status"].as_i64()), (json!({ "on": 0 }), Some(200)));
}

#[test]
fn sees_that_a_lamp_did_not_obey() {
    let sandbox = Sandbox::new();
    let (client, id) = (client(&sandbox), lamp(&sandbox));
    let on = || client.lights().unwrap().iter().find(|light| light["id"] == *id).unwrap()["on"].clone();
    sandbox.control("/lose-next", json!({ "device": "Reading lamp" }));
    client.turn(&id, false).unwrap();
    assert_eq!(on(), 0); // the command is shown …
    sandbox.control("/advance", json!({ "millis": 10_000 }));
    assert_eq!(on(), 1); // … until the lamp has failed to obey
}

#[test]
fn repeats_a_read_that_is_cut() {
    expect_a_second_try(json!({ "kind": "cut" }));
}

#[test]
fn repeats_a_read_that_is_malformed() {
    expect_a_second_try(json!({ "kind": "malformed-json" }));
}

#[test]
fn repeats_a_read_that_is_refused() {
    expect_a_second_try(json!({ "kind": "answer", "status": 503 }));
}

#[test]
fn gives_up_when_there_is_no_answer() {
    let sandbox = Sandbox::new();
    sandbox.control("/misbehave", json!({ "on": {}, "as": { "kind": "hang" } }));
    let impatient = Client::new(sandbox.url(), "", Duration::from_millis(200));
    assert!(impatient.lights().is_err());
}
