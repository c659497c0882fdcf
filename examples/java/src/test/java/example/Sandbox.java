package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The fixture to copy: a sandbox for each thread of tests, as new for each test. */
class Sandbox implements ExtensionContext.Store.CloseableResource {
  private static final String FLAGS = "--clock driven --end-with-stdin"; // add yours, such as --home home.yaml
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  final String url;
  private final Process process;
  private final String address;
  private final String token;

  /** For @ExtendWith: gives a sandbox to tests, and to @BeforeEach, with a parameter of this type. */
  static class Extension implements ParameterResolver {
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
      return parameter.getParameter().getType() == Sandbox.class;
    }

    public Sandbox resolveParameter(ParameterContext parameter, ExtensionContext test) {
      try {
        var ofAllTests = test.getRoot().getStore(ExtensionContext.Namespace.GLOBAL);
        var sandbox = ofAllTests.getOrComputeIfAbsent(Thread.currentThread(), thread -> new Sandbox(), Sandbox.class);
        sandbox.control("/reset", "{\"keys\": [\"mine\"]}");
        return sandbox;
      } catch (Exception cause) {
        throw new IllegalStateException(cause);
      }
    }
  }

  private Sandbox() {
    try {
      var command = "exec " + Optional.ofNullable(System.getenv("LUXGATE")).orElse("luxgate") + " sandbox " + FLAGS;
      process = new ProcessBuilder("sh", "-c", command).start();
      var line = process.inputReader().readLine();
      if (line == null) throw new IllegalStateException("The sandbox did not start: " + errors());
      var ready = JSON.readTree(line);
      url = ready.get("url").asText();
      address = ready.get("control").asText();
      token = ready.has("token") ? ready.get("token").asText() : System.getenv("LUXGATE_SANDBOX_TOKEN");
    } catch (java.io.IOException cause) {
      throw new java.io.UncheckedIOException(cause);
    }
  }

  /** For example control("/lose-next", "{\"device\": \"Porch\"}"). A wrong word fails, with the nearest known one. */
  JsonNode control(String path, String given) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token)
        .POST(BodyPublishers.ofString(given)).build();
    var response = HTTP.send(request, BodyHandlers.ofString());
    var answer = JSON.readTree(response.body());
    if (response.statusCode() != 200) throw new AssertionError(answer.get("error").asText());
    return answer;
  }

  /** After all tests: an error fails the run. */
  @Override
  public void close() throws Exception {
    process.outputWriter().close(); // ends it
    if (process.waitFor() != 0) throw new AssertionError("The sandbox ended with an error: " + errors());
  }

  private String errors() throws java.io.IOException {
    return new String(process.getErrorStream().readAllBytes());
  }
}
