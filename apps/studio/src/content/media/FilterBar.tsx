import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LibraryFilter } from '../../api/media.ts'
import { Button, Select, TextField } from '../../ui/index.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'

export interface FilterBarProps {
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
  tags: readonly { tag: string; count: number }[]
  /** Only files of this kind are offered. */
  only?: LibraryFilter['kind']
}

type Kind = NonNullable<LibraryFilter['kind']>

const ANY = ' '
/** How long a pause in typing is before the grid follows, in milliseconds. */
const PAUSE = 150
const kinds = ['image', 'video', 'audio', 'document', 'font', 'text'] as const satisfies readonly Kind[]

/** Words, kind, tag, and what nothing uses. */
export function FilterBar({ filter, onFilter, tags, only }: FilterBarProps) {
  const [text, setText] = useState(filter.search ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(filter)
  latest.current = filter
  const sent = useRef(filter.search ?? '')
  useEffect(() => {
    const asked = filter.search ?? ''
    if (asked !== sent.current) setText(asked)
    sent.current = asked
  }, [filter.search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next
      onFilter({ ...latest.current, search: next })
    }, PAUSE)
  }
  const { kind: _kind, ...anyKind } = filter
  const { tag: _tag, ...anyTag } = filter
  const offered =
    tags.some(({ tag }) => tag === filter.tag) || !filter.tag ? tags : [{ tag: filter.tag, count: 0 }, ...tags]
  return (
    <search className={styles.filters}>
      <TextField
        label={strings.searchMedia}
        hideLabel
        type="search"
        placeholder={strings.search}
        leading={<Search size={14} aria-hidden="true" />}
        value={text}
        className={styles.search}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {only === undefined && (
        <Select
          label={strings.kind}
          hideLabel
          value={filter.kind ?? ANY}
          options={[
            { value: ANY, label: strings.anyKind },
            ...kinds.map((value) => ({ value, label: strings.kinds[value] })),
          ]}
          onChange={(value) => {
            const kind = kinds.find((each) => each === value)
            onFilter(kind ? { ...filter, kind } : anyKind)
          }}
        />
      )}
      {offered.length > 0 && (
        <Select
          label={strings.tag}
          hideLabel
          value={filter.tag ?? ANY}
          options={[
            { value: ANY, label: strings.anyTag },
            ...offered.map(({ tag, count }) => ({ value: tag, label: strings.tagCount(tag, count) })),
          ]}
          onChange={(tag) => onFilter(tag === ANY ? anyTag : { ...filter, tag })}
        />
      )}
      {only === undefined && (
        <Button
          aria-pressed={filter.unused === true}
          onClick={() => onFilter({ ...filter, unused: filter.unused !== true })}
        >
          {strings.unusedOnly}
        </Button>
      )}
    </search>
  )
}
