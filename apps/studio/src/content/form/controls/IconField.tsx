import { Shapes } from 'lucide-react'
import { useState } from 'react'
import { Button, Popover } from '../../../ui/index.ts'
import { SharedField } from '../text/SharedField.tsx'
import styles from './Controls.module.css'
import type { ControlProps } from './controlProps.ts'
import { IconChooser } from './IconChooser.tsx'
import { IconPicture, useIcons } from './icons.tsx'
import * as strings from './strings.ts'

/** The name of an icon, as it looks, and a search for others. */
export function IconField({ label, text, onText, onLeave, error, hint, readsOnly }: ControlProps) {
  const [open, setOpen] = useState(false)
  const words = text.split(/[:/]/).at(-1)?.replaceAll('-', ' ') ?? ''
  const shown = useIcons(words, 5).find(({ name }) => name === text)
  return (
    <SharedField
      label={label}
      value={text}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      disabled={readsOnly}
      autoComplete="off"
      spellCheck={false}
      leading={shown ? <IconPicture svg={shown.svg} /> : <Shapes size={14} aria-hidden="true" />}
      trailing={
        !readsOnly && (
          <Popover
            open={open}
            onOpenChange={setOpen}
            align="end"
            label={strings.chooseIcon(label)}
            trigger={
              <Button size="sm" className={styles.choose} aria-label={strings.chooseIcon(label)}>
                {strings.choose}
              </Button>
            }
          >
            <IconChooser
              onChoose={(name) => {
                onText(name)
                onLeave()
                setOpen(false)
              }}
            />
          </Popover>
        )
      }
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onLeave}
    />
  )
}
