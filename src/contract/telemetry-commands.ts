import Type, { type TProperties, type TSchema } from "typebox";
import { table } from "../core/table.ts";
import { optional } from "./common.ts";

const text = Type.String();
const count = Type.Integer();
const amount = Type.Number();
const flag = Type.Boolean();

/** Fields with the same type each, by their names in one text. */
function each<T extends TSchema>(schema: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(" ").map((name) => [name, schema]));
}

/** Fields that several commands have, by their types. Free text never appears: only its length, count or presence. */
const fields = table<TSchema>({
  ...each(
    count,
    "address_field_count backend_node_id buttons click_count command_count drag_file_count drag_item_count drag_operations_mask",
  ),
  ...each(
    count,
    "entry_id every_nth_frame field_id file_count location max_height max_width modifiers node_id prompt_text_length quality",
  ),
  ...each(
    count,
    "relative_speed repeat_count repeat_delay_ms replacement_end replacement_start script_length selection_end selection_start",
  ),
  ...each(count, "speed tap_count text_length touch_point_count universal_network_access_origin_count window_id"),
  ...each(
    amount,
    "clip_height clip_scale clip_width clip_x clip_y delta_x delta_y duration force height left margin_bottom margin_left",
  ),
  ...each(
    amount,
    "margin_right margin_top paper_height paper_width radius_x radius_y rect_height rect_width rect_x rect_y rotation_angle",
  ),
  ...each(
    amount,
    "scale scale_factor tangential_pressure tilt_x tilt_y top twist width x x_distance x_overscroll y y_distance y_overscroll",
  ),
  ...each(
    flag,
    "accept auto_repeat background capture_beyond_viewport dispose_on_detach display_header_footer enable_begin_frame_control",
  ),
  ...each(
    flag,
    "focus footer_template_present for_tab from_surface generate_document_outline generate_tagged_pdf header_template_present",
  ),
  ...each(
    flag,
    "hidden ignore_cache is_keypad is_system_key landscape new_window optimize_for_speed page_ranges_present",
  ),
  ...each(
    flag,
    "prefer_css_page_size prevent_fling print_background proxy_bypass_list_present proxy_server_present referrer_present",
  ),
  ...each(
    text,
    "browser_context_id download_guid frame_id loader_id named_key object_id panel_id referrer_policy target_id transfer_mode",
  ),
  ...each(text, "transition_type url_scheme window_state"),
  button: Type.Enum(["none", "left", "middle", "right", "back", "forward", "other"]),
  pointer_type: Type.Enum(["mouse", "pen", "other"]),
  gesture_source_type: Type.Enum(["default", "touch", "mouse", "other"]),
  drag_mime_categories: Type.Array(
    Type.Enum(["text", "image", "audio", "video", "application", "font", "model", "multipart", "message", "other"]),
  ),
});

function named(names: string): Record<string, TSchema> {
  const list = names === "" ? [] : names.split(" ");
  return Object.fromEntries(
    list.map((name) => {
      const schema = fields.get(name);
      if (schema === undefined) throw new Error(`no type for the field ${name} of a CDP command`);
      return [name, schema];
    }),
  );
}

const common = {
  command_id: count,
  connection_id: Type.String({ description: "Connection of the client, as in cdp_connect" }),
  session_id: text,
} as const;

interface Parts {
  /** Fields that it always has, beside `method`. */
  readonly required?: string;
  readonly optional?: string;
  /** Fields whose values differ from those of other commands. */
  readonly own?: TProperties;
}

function commandData(method: string, { required = "", optional: others = "", own = {} }: Parts = {}): TSchema {
  return Type.Object({
    method: Type.Literal(method),
    ...own,
    ...named(required),
    ...optional({ ...common, ...named(others) }),
  });
}

const eventTypes = (...types: string[]): TProperties => ({ event_type: Type.Enum([...types, "other"]) });
const mouseEvents = eventTypes("mousePressed", "mouseReleased", "mouseMoved", "mouseWheel");
const formats = (...names: string[]): TProperties => ({ format: Type.Optional(Type.Enum([...names, "other"])) });

const inputCommands = [
  commandData("Input.dispatchMouseEvent", {
    optional:
      "button buttons click_count delta_x delta_y force modifiers pointer_type tangential_pressure tilt_x tilt_y twist x y",
    own: mouseEvents,
  }),
  commandData("Input.dispatchKeyEvent", {
    optional: "auto_repeat command_count is_keypad is_system_key location modifiers named_key text_length",
    own: eventTypes("keyDown", "keyUp", "rawKeyDown", "char"),
  }),
  commandData("Input.insertText", { required: "text_length" }),
  commandData("Input.imeSetComposition", {
    required: "text_length",
    optional: "replacement_start replacement_end selection_start selection_end",
  }),
  commandData("Input.dispatchTouchEvent", {
    required: "touch_point_count",
    optional: "force modifiers radius_x radius_y rotation_angle tangential_pressure tilt_x tilt_y twist x y",
    own: eventTypes("touchStart", "touchEnd", "touchMove", "touchCancel"),
  }),
  commandData("Input.dispatchDragEvent", {
    optional: "drag_file_count drag_item_count drag_mime_categories drag_operations_mask modifiers x y",
    own: eventTypes("dragEnter", "dragOver", "drop", "dragCancel"),
  }),
  commandData("Input.cancelDragging"),
  commandData("Input.emulateTouchFromMouseEvent", {
    optional: "button click_count delta_x delta_y modifiers x y",
    own: mouseEvents,
  }),
  commandData("Input.synthesizePinchGesture", { optional: "gesture_source_type relative_speed scale_factor x y" }),
  commandData("Input.synthesizeScrollGesture", {
    optional:
      "gesture_source_type prevent_fling repeat_count repeat_delay_ms speed x y x_distance y_distance x_overscroll y_overscroll",
  }),
  commandData("Input.synthesizeTapGesture", { optional: "duration gesture_source_type tap_count x y" }),
];

const pageCommands = [
  commandData("DOM.setFileInputFiles", { required: "file_count", optional: "backend_node_id node_id object_id" }),
  commandData("DOM.focus", { optional: "backend_node_id node_id object_id" }),
  commandData("DOM.scrollIntoViewIfNeeded", {
    optional: "backend_node_id node_id object_id rect_x rect_y rect_width rect_height",
  }),
  commandData("Page.bringToFront"),
  commandData("Page.stopScreencast"),
  commandData("Page.stopLoading"),
  commandData("Page.close"),
  commandData("Page.captureScreenshot", {
    optional:
      "capture_beyond_viewport clip_x clip_y clip_width clip_height clip_scale from_surface optimize_for_speed quality",
    own: formats("jpeg", "png", "webp"),
  }),
  commandData("Page.captureSnapshot", { own: formats("mhtml") }),
  commandData("Page.handleJavaScriptDialog", { required: "accept", optional: "prompt_text_length" }),
  commandData("Page.navigate", { optional: "frame_id referrer_policy referrer_present transition_type url_scheme" }),
  commandData("Page.navigateToHistoryEntry", { required: "entry_id" }),
  commandData("Page.reload", { optional: "ignore_cache loader_id script_length" }),
  commandData("Page.printToPDF", {
    optional:
      "display_header_footer footer_template_present header_template_present generate_document_outline generate_tagged_pdf landscape margin_top margin_bottom margin_left margin_right page_ranges_present paper_height paper_width prefer_css_page_size print_background scale transfer_mode",
  }),
  commandData("Page.startScreencast", {
    optional: "every_nth_frame max_height max_width quality",
    own: formats("jpeg", "png"),
  }),
  commandData("Page.setWebLifecycleState", { own: { state: Type.Enum(["frozen", "active", "other"]) } }),
];

const browserCommands = [
  commandData("Target.activateTarget", { required: "target_id" }),
  commandData("Target.closeTarget", { required: "target_id" }),
  commandData("Target.createTarget", {
    optional:
      "background browser_context_id enable_begin_frame_control focus for_tab height hidden left new_window top url_scheme width window_state",
  }),
  commandData("Target.createBrowserContext", {
    optional: "dispose_on_detach proxy_bypass_list_present proxy_server_present universal_network_access_origin_count",
  }),
  commandData("Target.disposeBrowserContext", { required: "browser_context_id" }),
  commandData("Target.openDevTools", { required: "target_id", optional: "panel_id" }),
  commandData("Browser.close"),
  commandData("Browser.cancelDownload", { required: "download_guid", optional: "browser_context_id" }),
  commandData("Browser.setWindowBounds", {
    required: "window_id",
    optional: "height left top width window_state",
  }),
  commandData("Browser.setContentsSize", { required: "window_id", optional: "height width" }),
  commandData("Autofill.trigger", {
    required: "field_id",
    optional: "address_field_count frame_id",
    own: { mode: Type.Optional(Type.Enum(["card", "address"])) },
  }),
];

/** Data of the event `cdp_command` by its `method`; a method that this version does not know has any fields. */
export const commandEventData = Type.Union([
  ...inputCommands,
  ...pageCommands,
  ...browserCommands,
  Type.Object({ method: Type.String({ description: "Method of the Chrome DevTools Protocol" }) }),
]);
