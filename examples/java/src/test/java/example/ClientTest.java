package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Sandbox.Extension.class)
class ClientTest {
  private Sandbox sandbox;
  private Client client;

  @BeforeEach
  void begin(Sandbox sandbox) {
    this.sandbox = sandbox;
    client = new Client(sandbox.url, "mine", Duration.ofSeconds(5));
  }

  @Test
  void listsTheLights() throws Exception {
    assertEquals(11, client.lights().size());
  }

  @Test
  void turnsALampOffWithItsKey() throws Exception {
    client.turn(lamp(), false);
    var put = sandbox.control("/next-request", "{\"method\": \"PUT\", \"after\": 0}");
    assertEquals("{\"on\":0}", put.get("body").asText());
    assertEquals(200, put.get("status").asInt());
  }

  @Test
  void seesThatALampDidNotObey() throws Exception {
    sandbox.control("/lose-next", "{\"device\": \"Reading lamp\"}");
    client.turn(lamp(), false);
    assertEquals(0, on());
    sandbox.control("/advance", "{\"millis\": 10000}");
    assertEquals(1, on());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"kind\": \"cut\"}", "{\"kind\": \"malformed-json\"}", "{\"kind\": \"answer\", \"status\": 503}"})
  void repeatsAReadThatFails(String fault) throws Exception {
    sandbox.control("/misbehave", "{\"on\": {\"method\": \"GET\", \"times\": 1}, \"as\": " + fault + "}");
    assertEquals(11, client.lights().size());
  }

  @Test
  void givesUpWhenThereIsNoAnswer() throws Exception {
    sandbox.control("/misbehave", "{\"on\": {}, \"as\": {\"kind\": \"hang\"}}");
    var impatient = new Client(sandbox.url, "", Duration.ofMillis(200));
    assertThrows(IOException.class, impatient::lights);
  }

  private String lamp() throws Exception {
    return sandbox.control("/device", "{\"device\": \"Reading lamp\"}").get("lightIds").get(0).asText();
  }

  private int on() throws Exception {
    var id = lamp();
    for (var light : client.lights()) if (light.get("id").asText().equals(id)) return light.get("on").asInt();
    throw new AssertionError("the lamp is not listed");
  }
}
