//! A small client for a Luxgate gateway.

use serde_json::{json, Value};
use std::io::{Error, ErrorKind, Result};
use std::time::Duration;

pub struct Client {
    url: String,
    key: String,
    http: ureq::Agent,
}

impl Client {
    pub fn new(url: &str, key: &str, timeout: Duration) -> Client {
        // A gateway is in the local network, behind no proxy.
        let http = ureq::Agent::config_builder().timeout_global(Some(timeout)).proxy(None).build().into();
        Client { url: url.into(), key: key.into(), http }
    }

    /// Tries once more when it fails: a gateway may be restarting.
    pub fn lights(&self) -> Result<Vec<Value>> {
        let ask = || self.get("/clip/v2/resource/light");
        let mut data = ask().or_else(|_| ask())?;
        match data["arr"].take() {
            Value::Array(lights) => Ok(lights),
            _ => Err(Error::new(ErrorKind::InvalidData, "the answer has no list")),
        }
    }

    pub fn turn(&self, id: &str, on: bool) -> Result<()> {
        let url = format!("{}/clip/v2/resource/light/{id}", self.url);
        let request = self.http.put(url).header("application-key", &self.key);
        data_in(request.send_json(json!({ "on": on as u8 }))).map(|_| ())
    }

    fn get(&self, path: &str) -> Result<Value> {
        data_in(self.http.get(format!("{}{path}", self.url)).header("application-key", &self.key).call())
    }
}

type Answer = ureq::http::Response<ureq::Body>;

fn data_in(answer: std::result::Result<Answer, ureq::Error>) -> Result<Value> {
    let mut envelope: Value = answer.map_err(Error::other)?.body_mut().read_json().map_err(Error::other)?;
    match envelope["code"].as_i64() {
        Some(0) => Ok(envelope["data"].take()),
        _ => Err(Error::other(format!("the gateway refused: {}", envelope["msg"]))),
    }
}
