// Package client is a small client for a Luxgate gateway.
package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Light struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	On   int    `json:"on"`
}

type Client struct {
	URL, Key string
	HTTP     http.Client
}

func New(url, key string) *Client {
	return &Client{URL: url, Key: key, HTTP: http.Client{Timeout: 2 * time.Second}}
}

// Lights tries once more when it fails: a gateway may be restarting.
func (c *Client) Lights() ([]Light, error) {
	var data struct{ Arr []Light }
	err := c.ask("GET", "/clip/v2/resource/light", nil, &data)
	if err != nil {
		err = c.ask("GET", "/clip/v2/resource/light", nil, &data)
	}
	return data.Arr, err
}

func (c *Client) Turn(id string, on bool) error {
	wanted := map[string]int{"on": 0}
	if on {
		wanted["on"] = 1
	}
	return c.ask("PUT", "/clip/v2/resource/light/"+id, wanted, nil)
}

func (c *Client) ask(method, path string, body, data any) error {
	content := []byte{}
	if body != nil {
		content, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, c.URL+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header.Set("application-key", c.Key)
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Code int
		Msg  string
		Data any
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if answer.Code != 0 {
		return fmt.Errorf("the gateway refused: %s", answer.Msg)
	}
	return nil
}
