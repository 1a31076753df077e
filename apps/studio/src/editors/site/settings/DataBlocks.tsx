import { DATA_TYPES, type DataBlock } from '@atelier/site'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { numbered } from '../../../ui/numbered.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { dataProblems } from './pageForm.ts'
import styles from './Settings.module.css'
import * as strings from './strings.ts'

/** The structured data of a page and the like, each block as its JSON. */
export function DataBlocks({
  blocks,
  onChange,
}: {
  blocks: readonly DataBlock[]
  onChange: (blocks: DataBlock[]) => void
}) {
  const problems = dataProblems(blocks)
  const replace = (at: number, next: Partial<DataBlock>) =>
    onChange(blocks.map((block, index) => (index === at ? { ...block, ...next } : block)))
  const listed = blocks.map((block, at) => ({ ...block, at, problem: problems[at] }))
  return (
    <>
      <h3 className={styles.group}>{strings.structuredData}</h3>
      <p className="quiet">{strings.structuredDataHint}</p>
      {numbered(listed, ({ type, text, at, problem }) => (
        <section className="grid one-column gap-6" aria-label={strings.dataBlock(at + 1)}>
          <div className="row gap-6">
            <Select
              label={strings.typeOfData}
              value={type}
              onChange={(next) => replace(at, { type: DATA_TYPES.find((each) => each === next) ?? type })}
              options={DATA_TYPES.map((value) => ({ value, label: strings.dataTypes[value] }))}
            />
            <IconButton
              label={strings.removeData(at + 1)}
              size="sm"
              onClick={() => onChange(blocks.filter((_, index) => index !== at))}
            >
              <Trash2 size={14} />
            </IconButton>
          </div>
          <TextArea
            label={strings.dataAsJson}
            mono
            rows={6}
            error={text.trim() === '' ? undefined : problem}
            value={text}
            onChange={(event) => replace(at, { text: event.target.value })}
          />
        </section>
      ))}
      <Button
        size="sm"
        icon={<Plus size={13} />}
        onClick={() => onChange([...blocks, { type: 'application/ld+json', text: '' }])}
      >
        {strings.addData}
      </Button>
    </>
  )
}
