/**
 * The vocabulary of Zigbee2MQTT that reveals nothing of a home, and that a back end for lamps needs. All other words are
 * replaced, so a word that is missing here costs a little meaning, never a secret.
 */
const TOPICS = `availability bridge devices event get groups info request response set state
  action add all check configure configure_reporting coordinator_check device factory_reset group health_check identify
  interview members options ota_update permit_join read remove remove_all rename reporting restart scan schedule
  touchlink unschedule update update_available`;

const FIELDS = `access attribute bindings block cache_state cache_state_persistent category channel cleanup cluster clusters
  configured_reportings coordinator data date_code default_bind_group definition description disabled elapsed enabled
  endpoint endpoints error exposes ext_pan_id extended_pan_id features force force_remove friendly_name friendlyName from
  homeassistant homeassistant_rename icon id ID ieeeAddr ieee_address input installed_version interview_completed
  interview_state interviewing item_type keep label last_seen latest_version length_max length_min level linkquality
  log_level manufacturer manufacturerName maximum_report_interval membership message minimum_report_interval model
  modelID model_id mqtt name network networkAddress network_address option output optimistic pan_id permit_join_end
  permit_join_timeout power_source presets progress property qos remaining reportable_change restart_required retain
  scenes skip_disable_reporting software_build_id softwareBuildID source status supported supports_ota target time to
  transaction type unit value value_max value_min value_off value_on value_step value_toggle values vendor version
  zigbee_herdsman zigbee_herdsman_converters config advanced active passive timeout cache availability_timeout
  availability_blocklist availability_passlist include_device_information force_disable_retain device_options
  attribute_and_json attribute json`;

const VALUES = `Coordinator Router EndDevice GreenPower Unknown PENDING IN_PROGRESS SUCCESSFUL FAILED native generated
  external ok error online offline started successful failed ON OFF TOGGLE on off toggle true false null LOCK UNLOCK lock
  unlock OPEN CLOSE STOP open close stop closed opened locked unlocked previous minimum none auto manual low medium high
  heat cool idle memory restore available updating disable enable device_joined device_announce device_leave device_interview
  device_options_changed device_removed device_renamed group_member_added ISO_8601 ISO_8601_local epoch diagnostic
  last_member_state all_members_off ConBee RaspBee deconz ember ezsp zboss zigate zstack zStack12 zStack3x0 zStack30x
  EmberZNet ZBOSS ZoH debug warning`;

const LAMPS = `light switch cover fan climate binary numeric enum composite list text
  brightness brightness_move brightness_move_onoff brightness_percent brightness_step brightness_step_onoff color
  color_hs color_mode color_options color_power_on_behavior color_rgb color_temp color_temp_move color_temp_percent
  color_temp_startup color_temp_step color_temperature color_xy current_level_startup do_not_disturb effect effect_color
  effect_speed execute_if_off gradient gradient_offset gradient_scale gradient_scene gradient_style hex hs hsb hsl hsv
  hue hue_move hue_power_on_behavior hue_step level_config light_type max_brightness min_brightness mired off_transition_time
  on_level on_off_transition_time on_time off_wait_time on_transition_time power_on_behavior rgb saturation
  saturation_move saturation_step scene_add scene_recall scene_remove scene_remove_all scene_rename scene_store group_id
  transition transition_time transition_until_interrupted xy x y h s r g b v w
  coolest warmest neutral warm blink breathe okay channel_change finish_effect stop_effect colorloop stop_colorloop
  sparkle opal glisten underwater cosmos sunbeam enchant candle fireplace sunrise sunset stop_hue_effect`;

const OTHER_THINGS = `ac_frequency action_group action_rate action_side action_transition_time alarm angle aqi backlight_mode battery
  battery_low battery_state battery_voltage calibration carbon_monoxide child_lock co co2 contact consumption countdown
  current current_heating_setpoint device_temperature energy eco2 fan_mode fan_speed fan_state flow formaldehyde gas
  hcho humidity illuminance illuminance_lux indicator_mode local_temperature local_temperature_calibration lock_state
  mode moisture motor_direction moving noise occupancy occupied_heating_setpoint operation_mode pi_heating_demand pm10
  pm25 position power_factor power_outage_count power_outage_memory preset presence pressure produced_energy rain
  running_mode running_state sensitivity smoke soil_moisture switch_actions switch_type system_mode tamper temperature
  air_quality formaldehyd motion test tilt uv_index vibration voc voc_index voltage volume warning water_consumed water_leak
  wind_speed`;

/** The names of endpoints. */
const ENDPOINTS = `left right center top bottom up down front back white cct rgb relay main wall dim bright default
  left_btn right_btn power smart top_left top_right center_left center_right bottom_left bottom_right`;

const CLUSTERS = `genBasic genIdentify genGroups genScenes genOnOff genLevelCtrl genOta genPowerCfg lightingColorCtrl
  lightingBallastCfg touchlink greenPower onOff currentLevel colorTemperature currentX currentY currentHue colorMode`;

const WORDS: ReadonlySet<string> = new Set(
  [TOPICS, FIELDS, VALUES, LAMPS, OTHER_THINGS, ENDPOINTS, CLUSTERS].flatMap((words) => words.split(/\s+/)),
);

/** Small numbers, numbered endpoints ("l1"), colours, and the default names of scenes. */
const WORDLIKE = /^(\d{1,3}|(l|s|c|p|t|b|ch|sw|ep)\d{1,2}|#[0-9a-f]{6}|Scene \d{1,3})$/i;

export const isHarmlessWord = (text: string): boolean => WORDS.has(text) || WORDLIKE.test(text);

/** Attributes with an endpoint or a coordinate behind them: "state_left", "color-x". */
const SUFFIXED =
  /^(state|brightness|color_temp_startup|color_temp|color_mode|color|power_on_behavior|effect|gradient|min_brightness|max_brightness|level_config)([_-])(.+)$/s;

/** Splits an attribute from the endpoint or coordinate behind it. */
export function attributeAndPart(text: string): readonly [attribute: string, part: string] | undefined {
  const [, attribute, separator, part] = SUFFIXED.exec(text) ?? [];
  return attribute === undefined || part === undefined ? undefined : [`${attribute}${separator}`, part];
}
