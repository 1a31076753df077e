/** Delay after a failure before a stylesheet is requested again if no event reports the network, in milliseconds. */
const againAfterMs = 3_000

/**
 * Loads stylesheets again that could not be loaded. The parts of the studio that come later bring one each, and the bundler
 * asks for each once only: a part that came while the network was gone would stay without its styles.
 */
export function retryStyles(view: Window): void {
  const { document } = view
  view.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const load = () => {
        view.removeEventListener('online', load)
        view.clearTimeout(timer)
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = target.href
        target.replaceWith(link)
      }
      const timer = view.setTimeout(load, againAfterMs)
      view.addEventListener('online', load)
    },
    // The error of an element does not bubble.
    true,
  )
}
