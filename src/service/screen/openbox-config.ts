/**
 * Configuration of the window manager of a display. A window of the browser fills the display without a frame; pop-ups
 * and dialogs keep their size and get a title bar, so that they can be moved and closed. The manager handles no keys,
 * so that every key reaches the browser. It handles no clicks inside a window either: openbox would delay them, and the
 * keys after them would overtake them. Chromium itself requests the focus and the front when its window is clicked.
 */
export const openboxConfig = `<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus>
    <focusNew>yes</focusNew>
    <followMouse>no</followMouse>
    <focusLast>yes</focusLast>
    <underMouse>no</underMouse>
    <raiseOnFocus>yes</raiseOnFocus>
  </focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme>
    <name>Clearlooks</name>
    <titleLayout>LC</titleLayout>
    <animateIconify>no</animateIconify>
  </theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <resize><drawContents>yes</drawContents><popupShow>Never</popupShow></resize>
  <keyboard></keyboard>
  <mouse>
    <dragThreshold>1</dragThreshold>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
    </context>
    <context name="Close">
      <mousebind button="Left" action="Click"><action name="Close"/></mousebind>
    </context>
  </mouse>
  <applications>
    <application role="browser"><decor>no</decor><maximized>yes</maximized></application>
  </applications>
</openbox_config>
`;
