// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { expect, test, vi } from 'vitest'
import { retryStyles } from './retryStyles.ts'

const styles = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))

function failing(href: string, rel = 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.setAttribute('data-first', '')
  link.rel = rel
  link.setAttribute('href', href)
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  return link
}

test('a stylesheet that could not be loaded is requested again, at the latest when the network is back', () => {
  vi.useFakeTimers()
  retryStyles(window)
  const first = failing('/assets/popup.css')
  expect(document.head.contains(first)).toBe(true)
  window.dispatchEvent(new Event('online'))
  expect(document.head.contains(first)).toBe(false)
  expect(styles()).toHaveLength(1)
  expect(styles()[0]).toContain('/assets/popup.css')

  const second = failing('/assets/sheet.css')
  vi.advanceTimersByTime(3_000)
  expect(document.head.contains(second)).toBe(false)
  const count = styles().length
  window.dispatchEvent(new Event('online'))
  expect(styles()).toHaveLength(count)

  const icon = failing('/icon.svg', 'icon')
  window.dispatchEvent(new Event('online'))
  expect(document.head.contains(icon)).toBe(true)
  vi.useRealTimers()
})
