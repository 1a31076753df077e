import { useCallback, useEffect, useRef, useState } from 'react'
import * as strings from '../strings.ts'
import { type Scroll, scrollName, scrollOf } from './keptScroll.ts'
import styles from './SitePreview.module.css'

interface Frame {
  url: string
  /** Tells the page where to scroll to. */
  name: string
}

/**
 * The page at an address. While the one at another address loads, it lies below the one before, which then goes: at the
 * same scroll position, and without a flash.
 */
export function PageFrames({ url, width, title }: { url: string; width: number; title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const scroll = useRef<Scroll>([0, 0])
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [{ shown, next }, setFrames] = useState<{ shown: Frame; next?: Frame }>(() => ({
    shown: { url, name: scrollName([0, 0]) },
  }))
  const newest = (next ?? shown).url
  // One at a time: what is loading is shown first, however fast others follow.
  useEffect(() => {
    if (url === newest || next) return
    setFrames({ shown, next: { url, name: scrollName(scroll.current) } })
  }, [url, newest, next, shown])

  const measure = useCallback(() => {
    const element = place.current
    if (element) setSize({ width: element.clientWidth, height: element.clientHeight })
  }, [])
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [measure])

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      const frame = place.current?.querySelector<HTMLIFrameElement>('iframe[data-shown]')
      const told = source !== null && source === frame?.contentWindow ? scrollOf(data) : undefined
      if (told) scroll.current = told
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])

  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width)
  return (
    <div ref={place} className={styles.place}>
      {(next ? [shown, next] : [shown]).map((each) => {
        const isShown = each === shown
        return (
          <iframe
            key={each.url}
            name={each.name}
            title={isShown ? title : strings.nextPreview}
            aria-hidden={isShown ? undefined : true}
            tabIndex={isShown ? 0 : -1}
            className={styles.frame}
            data-shown={isShown ? '' : undefined}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            src={each.url}
            style={{
              width,
              height: scale === 0 ? 0 : size.height / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (size.width - width * scale) / 2),
            }}
            onLoad={({ currentTarget }) => {
              // It may have been scrolled since the next one began to load.
              if (!isShown) currentTarget.contentWindow?.postMessage({ atelierScroll: scroll.current }, '*')
              setFrames((before) => (before.next?.url === each.url ? { shown: before.next } : before))
            }}
          />
        )
      })}
    </div>
  )
}
