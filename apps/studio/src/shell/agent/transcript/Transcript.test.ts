// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { Transcript, type TranscriptProps } from './Transcript.tsx'
import type { ToolItem, Turn } from './view.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

let unmount: () => Promise<void> = async () => undefined
afterEach(() => unmount())

const look = (id: string): ToolItem => ({
  kind: 'tool',
  key: id,
  toolCallId: id,
  name: 'look',
  status: 'done',
  warnings: [],
  pictures: [],
  startedAt: 0,
})
const turnOf = (at: number, items: Turn['items'] = [look(`look${at}`)]): Turn => ({
  runId: `r${at}`,
  prompt: `Prompt ${at}`,
  pictures: [],
  run: undefined,
  items,
})
const turns = (count: number) => Array.from({ length: count }, (_, at) => turnOf(at))

/** Shows a conversation; `shown` are the names of the calls that were rendered since it was asked last. */
async function mount(first: Partial<TranscriptProps>) {
  const rendered: string[] = []
  let props: TranscriptProps = {
    turns: [],
    earlier: undefined,
    onEarlier: () => undefined,
    pendingPrompt: undefined,
    running: false,
    iconOf: (name) => {
      rendered.push(name)
      return undefined
    },
    documentTitle: () => undefined,
    onTarget: () => undefined,
    approval: () => null,
    footer: () => null,
    ...first,
  }
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const show = async (next: Partial<TranscriptProps> = {}) => {
    props = { ...props, ...next }
    await act(async () => root.render(createElement(Transcript, props)))
  }
  unmount = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  await show()
  const log = host.querySelector('[role=log]')
  if (!log) throw new Error('There is no log')
  const takeRendered = () => rendered.splice(0)
  const rowKeys = () => [...log.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row)
  return { show, log, takeRendered, rowKeys }
}

describe('a long conversation', () => {
  it('renders its end and no more elements for more turns, and keeps the texts of the others for a search', async () => {
    const { log, rowKeys } = await mount({ turns: turns(1_000) })
    expect(rowKeys().at(-1)).toBe('r999/look999')
    expect(rowKeys().length).toBeLessThan(100)
    expect(log.querySelectorAll('*').length).toBeLessThan(1_500)
    expect(log.textContent).toContain('Prompt 17\n')
    expect(log.querySelector('[hidden="until-found"]')?.textContent).toContain('Prompt 0')
  })

  it('renders one item again while it is written, and none for a turn that is added', async () => {
    const known = turns(200)
    const { show, takeRendered } = await mount({ turns: known })
    expect(takeRendered().length).toBeGreaterThan(5)
    const writing = (text: string) =>
      turnOf(200, [look('kept'), { ...look('written'), status: 'writing', writing: text }])
    const begun = writing('{')
    await show({ turns: [...known, begun] })
    expect(takeRendered()).toHaveLength(2)
    const [kept] = begun.items
    const grown = { ...begun, items: [...(kept ? [kept] : []), ...writing('{"a"').items.slice(1)] }
    await show({ turns: [...known, grown] })
    expect(takeRendered()).toHaveLength(1)
    await show({ turns: [...known, grown], running: true })
    expect(takeRendered()).toEqual([])
  })

  it('keeps a row with the focus, and an open question, rendered wherever they are', async () => {
    const known = turns(300)
    const asks = turnOf(3, [{ ...look('asks'), status: 'waiting' }])
    const { show, log, rowKeys } = await mount({ turns: [...known.slice(0, 3), asks, ...known.slice(4, 12)] })
    const button = log.querySelector<HTMLButtonElement>('[data-row="r5/look5"] button')
    await act(async () => button?.focus())
    await show({ turns: [...known.slice(0, 3), asks, ...known.slice(4)] })
    expect(document.activeElement).toBe(button)
    expect(rowKeys()).toEqual(expect.arrayContaining(['r3/asks', 'r5/look5', 'r299/look299']))
    expect(rowKeys()).not.toContain('r6/look6')
  })
})
