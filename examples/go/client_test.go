package client

import (
	"testing"
	"time"
)

func (s *Sandbox) lamp(t *testing.T, name string) string {
	t.Helper()
	var device struct{ LightIds []string }
	s.control(t, "/device", given{"device": name}, &device)
	return device.LightIds[0]
}

func (s *Sandbox) expectLights(t *testing.T) {
	t.Helper()
	lights, err := New(s.URL, "").Lights()
	if err != nil || len(lights) != 11 {
		t.Fatalf("%d lights, %v", len(lights), err)
	}
}

func TestListsTheLights(t *testing.T) {
	t.Parallel()
	sandbox(t).expectLights(t)
}

func TestTurnsALampOffWithItsKey(t *testing.T) {
	t.Parallel()
	sandbox := sandbox(t)
	if err := New(sandbox.URL, "mine").Turn(sandbox.lamp(t, "Reading lamp"), false); err != nil {
		t.Fatal(err)
	}
	var put struct {
		Body   string
		Status int
	}
	sandbox.control(t, "/next-request", given{"method": "PUT", "after": 0}, &put)
	if put.Body != `{"on":0}` || put.Status != 200 {
		t.Fatal(put)
	}
}

func TestSeesThatALampDidNotObey(t *testing.T) {
	t.Parallel()
	sandbox := sandbox(t)
	client, id := New(sandbox.URL, "mine"), sandbox.lamp(t, "Reading lamp")
	on := func() int {
		lights, _ := client.Lights()
		for _, light := range lights {
			if light.ID == id {
				return light.On
			}
		}
		return -1
	}
	sandbox.control(t, "/lose-next", given{"device": "Reading lamp"}, nil)
	client.Turn(id, false)
	if on() != 0 {
		t.Fatal("the command is not shown")
	}
	sandbox.control(t, "/advance", given{"millis": 10_000}, nil)
	if on() != 1 {
		t.Fatal("the lamp is shown as if it had obeyed")
	}
}

func TestRepeatsAReadThatFails(t *testing.T) {
	for name, fault := range map[string]given{
		"cut":       {"kind": "cut"},
		"malformed": {"kind": "malformed-json"},
		"refused":   {"kind": "answer", "status": 503},
	} {
		fault := fault
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sandbox := sandbox(t)
			sandbox.control(t, "/misbehave", given{"on": given{"method": "GET", "times": 1}, "as": fault}, nil)
			sandbox.expectLights(t)
		})
	}
}

func TestGivesUpWhenThereIsNoAnswer(t *testing.T) {
	t.Parallel()
	sandbox := sandbox(t)
	sandbox.control(t, "/misbehave", given{"on": given{}, "as": given{"kind": "hang"}}, nil)
	client := New(sandbox.URL, "")
	client.HTTP.Timeout = 200 * time.Millisecond
	if _, err := client.Lights(); err == nil {
		t.Fatal("there was an answer")
	}
}
