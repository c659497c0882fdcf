package client

// The fixture to copy: a sandbox for each test that runs at the moment, as new for each of them. The sandboxes end when
// the process of the tests does.

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type given map[string]any

type Sandbox struct {
	URL, Control, Token string
	process             *exec.Cmd
}

var idle = make(chan *Sandbox, 64)

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
	command := strings.Fields(os.Getenv("LUXGATE"))
	if len(command) == 0 {
		command = []string{"luxgate"}
	}
	process := exec.Command(command[0], append(command[1:], "sandbox", "--clock", "driven", "--end-with-stdin")...)
	process.Stderr = os.Stderr
	process.StdinPipe() // closed when this process ends, which ends the sandbox
	stdout, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	started := &Sandbox{process: process}
	if err := json.NewDecoder(stdout).Decode(started); err != nil {
		t.Fatal(err)
	}
	return started
}

// For example sandbox.control(t, "/lose-next", given{"device": "Porch"}, nil). A wrong word fails, with the nearest known one.
func (s *Sandbox) control(t *testing.T, path string, body given, result any) {
	t.Helper()
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
	if result != nil {
		json.NewDecoder(response.Body).Decode(result)
	}
}
