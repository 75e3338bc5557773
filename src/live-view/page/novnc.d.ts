declare module "@novnc/novnc" {
  interface RfbEvents {
    connect: CustomEvent;
    disconnect: CustomEvent<{ clean: boolean }>;
    clipboard: CustomEvent<{ text: string }>;
  }

  /** Client of the RFB protocol that draws the screen into an element of its own. */
  class RFB {
    constructor(target: HTMLElement, channel: WebSocket, options?: { shared?: boolean });
    viewOnly: boolean;
    focusOnClick: boolean;
    scaleViewport: boolean;
    qualityLevel: number;
    background: string;
    addEventListener<Name extends keyof RfbEvents>(name: Name, listener: (event: RfbEvents[Name]) => void): void;
    disconnect(): void;
    /** Presses a key, or releases it; does both when `down` is omitted. */
    sendKey(keysym: number, code: string, down?: boolean): void;
    clipboardPasteFrom(text: string): void;
  }

  export { RFB as default };
}

declare module "@novnc/novnc/core/input/keyboard.js" {
  /** Translates the key events of an element to X11 key symbols. */
  class Keyboard {
    constructor(target: HTMLElement);
    onkeyevent: (keysym: number, code: string, down: boolean) => void;
    grab(): void;
    /** Stops, and releases every key that is down. */
    ungrab(): void;
  }

  export { Keyboard as default };
}
