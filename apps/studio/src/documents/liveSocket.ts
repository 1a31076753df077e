import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'

/**
 * A socket that sends only while it is open. Hocuspocus would keep messages until it is: each of these edits would be
 * acknowledged beside the one exchange that a new connection begins with and that brings all of them, so that the first of
 * the answers would already count as that for everything.
 */
export class LiveSocket extends HocuspocusProviderWebsocket {
  override send(message: Parameters<HocuspocusProviderWebsocket['send']>[0]): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message)
  }
}
