import { X } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'

/** The tags of a file: Enter or a comma adds one. */
export function TagsField({
  tags,
  disabled,
  onTags,
}: {
  tags: readonly string[]
  disabled: boolean
  onTags: (tags: string[]) => void
}) {
  const [text, setText] = useState('')
  const add = () => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().slice(0, 60))
      .filter((tag) => tag !== '' && !tags.includes(tag))
    setText('')
    if (fresh.length > 0) onTags([...tags, ...new Set(fresh)])
  }
  return (
    <div className={styles.tagsField}>
      <span className={styles.label}>{strings.tags}</span>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={strings.tags}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {!disabled && (
                <button
                  type="button"
                  aria-label={strings.removeTag(tag)}
                  onClick={() => onTags(tags.filter((each) => each !== tag))}
                >
                  <X size={11} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <TextField
          label={strings.newTag}
          hideLabel
          placeholder={strings.newTag}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            add()
          }}
        />
      )}
    </div>
  )
}
