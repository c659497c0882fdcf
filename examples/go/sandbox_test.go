package client

// The fixture to copy: a sandbox for each test that runs at the moment, as new for each of them.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

const flags = "--clock driven --end-with-stdin" // add yours, such as --home home.yaml

type given map[string]any

type Sandbox struct {
	URL, Control, Token string
	process             *exec.Cmd
	stdin               io.Closer
	errors              bytes.Buffer
}

var idle = make(chan *Sandbox, 1024)

// TestMain fails the run if a sandbox ends with an error: if the client did something else than was recorded.
func TestMain(m *testing.M) {
	code := m.Run()
	close(idle)
	for sandbox := range idle {
		if sandbox.stop() != nil {
			fmt.Fprintf(os.Stderr, "The sandbox ended with an error: %s", sandbox.errors.String())
			code = 1
		}
	}
	os.Exit(code)
}

func sandbox(t *testing.T) *Sandbox {
	t.Helper()
	var taken *Sandbox
	select {
	case taken = <-idle:
	default:
		taken = start(t)
	}
	t.Cleanup(func() { idle <- taken })
	taken.control(t, "/reset", given{"keys": []string{"mine"}}, nil)
	return taken
}

func start(t *testing.T) *Sandbox {
	t.Helper()
	luxgate := os.Getenv("LUXGATE")
	if luxgate == "" {
		luxgate = "luxgate"
	}
	started := &Sandbox{Token: os.Getenv("LUXGATE_SANDBOX_TOKEN"), process: exec.Command("sh", "-c", "exec "+luxgate+" sandbox "+flags)}
	started.process.Stderr = &started.errors
	started.stdin, _ = started.process.StdinPipe()
	stdout, _ := started.process.StdoutPipe()
	if err := started.process.Start(); err != nil {
		t.Fatal(err)
	}
	if json.NewDecoder(stdout).Decode(started) != nil {
		started.stop()
		t.Fatalf("The sandbox did not start: %s", started.errors.String())
	}
	return started
}

func (s *Sandbox) stop() error {
	s.stdin.Close() // ends it
	return s.process.Wait()
}

// For example sandbox.control(t, "/lose-next", given{"device": "Porch"}, nil). A wrong word fails, with the nearest known one.
func (s *Sandbox) control(t *testing.T, path string, body given, result any) {
	t.Helper()
	if body == nil {
		body = given{}
	}
	content, _ := json.Marshal(body)
	request, _ := http.NewRequest("POST", s.Control+path, bytes.NewReader(content))
	request.Header.Set("Authorization", "Bearer "+s.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		var refusal struct{ Error string }
		json.NewDecoder(response.Body).Decode(&refusal)
		t.Fatal(refusal.Error)
	}
	if result == nil {
		return
	}
	if err := json.NewDecoder(response.Body).Decode(result); err != nil {
		t.Fatal(err)
	}
}
