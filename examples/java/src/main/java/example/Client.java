package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A small client for a Luxgate gateway. */
public class Client {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final String key;
  private final Duration timeout;

  public Client(String url, String key, Duration timeout) {
    this.url = url;
    this.key = key;
    this.timeout = timeout;
  }

  /** Tries once more when it fails: a gateway may be restarting. */
  public JsonNode lights() throws IOException, InterruptedException {
    try {
      return ask("GET", "/clip/v2/resource/light", "").get("arr");
    } catch (IOException firstFailure) {
      return ask("GET", "/clip/v2/resource/light", "").get("arr");
    }
  }

  public void turn(String id, boolean on) throws IOException, InterruptedException {
    ask("PUT", "/clip/v2/resource/light/" + id, on ? "{\"on\":1}" : "{\"on\":0}");
  }

  private JsonNode ask(String method, String path, String body) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url + path))
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("application-key", key).timeout(timeout).build();
    var answer = JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
    if (answer.get("code").asInt() != 0) throw new IOException("The gateway refused: " + answer.get("msg"));
    return answer.get("data");
  }
}
