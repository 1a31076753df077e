import type { PageNode, PageTree } from '@atelier/site'
import { Database } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useFieldsAround } from './fieldsAround.ts'
import * as strings from './strings.ts'

/** Takes a value from a field of the entry around; nothing where there is none. Long texts are no values of attributes. */
export function FieldMenu({
  tree,
  node,
  label,
  onPick,
}: {
  tree: PageTree
  node: PageNode
  label: string
  onPick: (token: string) => void
}) {
  const around = useFieldsAround(tree, node)
  if (around.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={strings.takeFromField(label)}>
          <Database size={13} />
        </IconButton>
      }
      entries={around.flatMap(({ name, label: entry, fields }) => [
        { group: entry },
        ...fields
          .filter(({ kind }) => kind !== 'rich')
          .map((field) => ({ label: field.label, onSelect: () => onPick(`{${name}.${field.name}}`) })),
      ])}
    />
  )
}
