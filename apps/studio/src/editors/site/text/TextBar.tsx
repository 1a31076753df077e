import type { Format } from '@atelier/site'
import { Bold, ChevronDown, Code, Italic, Link2, type LucideIcon, RemoveFormatting, Strikethrough } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../../../documents/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { placeBeside } from '../../../ui/placement.ts'
import { LinkPanel } from '../links/LinkPanel.tsx'
import type { TextBarState, Typing } from '../session/textState.ts'
import { blockKinds, blockShortcuts } from './blocks.ts'
import * as strings from './strings.ts'
import styles from './TextBar.module.css'

const buttons: readonly { format: Format; label: string; icon: LucideIcon; shortcut: string }[] = [
  { format: 'strong', label: strings.bold, icon: Bold, shortcut: 'mod+b' },
  { format: 'em', label: strings.italic, icon: Italic, shortcut: 'mod+i' },
  { format: 's', label: strings.strike, icon: Strikethrough, shortcut: 'mod+shift+x' },
  { format: 'code', label: strings.code, icon: Code, shortcut: 'mod+e' },
]
const whole = <T,>(value: T) => value

/** The bar above what is selected of a text. It takes no focus, so that typing continues. */
export function TextBar({ typing }: { typing: Typing }) {
  const state = useStore(typing.bar, whole)
  const linking = useStore(typing.linking, whole)
  if (!state.box) return null
  return createPortal(
    <Placed key={linking ? 'link' : 'formats'} typing={typing} state={state} box={state.box} linking={linking} />,
    document.body,
  )
}

function Placed({
  typing,
  state,
  box,
  linking,
}: {
  typing: Typing
  state: TextBarState
  box: NonNullable<TextBarState['box']>
  linking: boolean
}) {
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ x: box.left, y: box.top })
  const [turning, setTurning] = useState(false)
  useLayoutEffect(() => {
    const size = bar.current
    if (!size) return
    const anchor = { x: box.left, y: box.top, width: box.width, height: box.height }
    const measured = { width: size.offsetWidth, height: size.offsetHeight }
    const room = { width: window.innerWidth, height: window.innerHeight }
    setPlace(placeBeside(anchor, measured, room, 'top'))
  }, [box])
  const href = state.link?.attrs.find(([name]) => name === 'href')?.[1]
  const attribute = (wanted: string) => state.link?.attrs.find(([name]) => name === wanted)?.[1]
  return (
    <div ref={bar} data-text-bar="" className={styles.bar} style={{ left: place.x, top: place.y }}>
      {linking ? (
        <LinkPanel
          value={{ href: href ?? '', target: attribute('target'), rel: attribute('rel') }}
          onApply={typing.setLink}
          onRemove={state.link ? typing.removeLink : undefined}
          onClose={() => {
            typing.linking.set(false)
            typing.focus()
          }}
        />
      ) : (
        <div
          className={styles.row}
          role="toolbar"
          aria-label={strings.textBar}
          onMouseDown={(event) => event.preventDefault()}
        >
          {state.canChangeBlock && (
            <div className={styles.block}>
              <button
                type="button"
                className={styles.kind}
                aria-haspopup="menu"
                aria-expanded={turning}
                title={strings.turnInto}
                onClick={() => setTurning(!turning)}
              >
                {strings.blocks[blockKinds.find((kind) => kind === state.tag) ?? 'p']}
                <ChevronDown size={12} aria-hidden="true" />
              </button>
              {turning && (
                <div className={styles.menu} role="menu" aria-label={strings.turnInto}>
                  {blockKinds.map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      role="menuitem"
                      className={styles.item}
                      aria-current={kind === state.tag || undefined}
                      onClick={() => {
                        setTurning(false)
                        typing.setBlock(kind)
                      }}
                    >
                      {strings.blocks[kind]}
                      <Kbd shortcut={blockShortcuts[kind]} />
                    </button>
                  ))}
                </div>
              )}
            </div>
          )}
          {buttons.map(({ format, label, icon: Icon, shortcut }) => (
            <IconButton
              key={format}
              label={label}
              shortcut={shortcut}
              pressed={state.formats.has(format)}
              onClick={() => typing.toggle(format)}
            >
              <Icon size={15} />
            </IconButton>
          ))}
          {state.canLink && (
            <IconButton
              label={strings.link}
              shortcut="mod+k"
              pressed={state.link !== undefined}
              onClick={() => typing.linking.set(true)}
            >
              <Link2 size={15} />
            </IconButton>
          )}
          <IconButton label={strings.clear} shortcut="mod+\\" onClick={typing.clear}>
            <RemoveFormatting size={15} />
          </IconButton>
        </div>
      )}
    </div>
  )
}
