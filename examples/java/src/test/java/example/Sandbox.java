package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fixture to copy: a sandbox for each thread of tests. The sandboxes end when the process of the tests does. */
class Sandbox {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ThreadLocal<Sandbox> OF_THREAD = ThreadLocal.withInitial(Sandbox::new);
  final String url;
  private final JsonNode ready;

  /** As new. */
  static Sandbox take() throws Exception {
    OF_THREAD.get().control("/reset", "{\"keys\": [\"mine\"]}");
    return OF_THREAD.get();
  }

  private Sandbox() {
    try {
      var command = new ArrayList<>(List.of(Optional.ofNullable(System.getenv("LUXGATE")).orElse("luxgate").split(" ")));
      command.addAll(List.of("sandbox", "--clock", "driven", "--end-with-stdin"));
      var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      ready = JSON.readTree(process.inputReader().readLine());
      url = ready.get("url").asText();
    } catch (Exception cause) {
      throw new IllegalStateException("luxgate sandbox cannot be started", cause);
    }
  }

  /** For example control("/lose-next", "{\"device\": \"Porch\"}"). A wrong word fails, with the nearest known one. */
  JsonNode control(String path, String given) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(ready.get("control").asText() + path))
        .header("Authorization", "Bearer " + ready.get("token").asText())
        .POST(BodyPublishers.ofString(given)).build();
    var response = HTTP.send(request, BodyHandlers.ofString());
    var answer = JSON.readTree(response.body());
    if (response.statusCode() != 200) throw new AssertionError(answer.get("error").asText());
    return answer;
  }
}
