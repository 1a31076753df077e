import { errorText } from '@atelier/operation'
import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { LinkButton } from '../links/LinkButton.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { emptyRedirect, redirectEntries, redirectRows } from './redirectForm.ts'
import styles from './Settings.module.css'
import * as strings from './strings.ts'

/** Which addresses of the site lead to others: add, change, delete; what has no effect says why. */
export function RedirectSettings() {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const [form, setForm] = useState(emptyRedirect)
  const [editing, setEditing] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const rows = site ? redirectRows(site.local.view) : []
  const reset = () => {
    setForm(emptyRedirect)
    setEditing(undefined)
    setFailure(undefined)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const refused = errorText(await session.attempt(operations.setRedirects, redirectEntries(form, editing)))
    if (refused) setFailure(refused)
    else reset()
  }
  const isComplete = form.from.trim() !== '' && form.to.trim() !== ''
  return (
    <div className={styles.form}>
      <form className={styles.redirect} onSubmit={submit}>
        <TextField
          label={strings.redirectFrom}
          mono
          placeholder="/old"
          value={form.from}
          error={failure}
          hint={strings.redirectHint}
          onChange={(event) => setForm({ ...form, from: event.target.value })}
        />
        <TextField
          label={strings.redirectTo}
          mono
          placeholder="/about"
          value={form.to}
          onChange={(event) => setForm({ ...form, to: event.target.value })}
          trailing={
            <LinkButton
              isAddressOnly
              value={{ href: form.to }}
              onApply={({ href }) => setForm({ ...form, to: href })}
            />
          }
        />
        <Select
          label={strings.redirectStatus}
          value={form.status}
          onChange={(status) => setForm({ ...form, status })}
          options={strings.redirectStatuses}
        />
        <div className={styles.foot}>
          {editing !== undefined && <Button onClick={reset}>{strings.cancel}</Button>}
          <Button type="submit" variant={editing === undefined ? undefined : 'primary'} disabled={!isComplete}>
            {editing === undefined ? strings.addRedirect : strings.save}
          </Button>
        </div>
      </form>
      {rows.length === 0 && (
        <EmptyState icon={<CornerDownRight size={18} />} title={strings.noRedirectYet}>
          {strings.noRedirectHint}
        </EmptyState>
      )}
      <ul aria-label={strings.redirects}>
        {rows.map(({ from, to, status, problem }) => (
          <li key={from} className={styles.domain}>
            <span className={styles.way}>
              <span className={styles.host}>
                {from} → {to} <span className="color-secondary">{status}</span>
              </span>
              {problem && <span className={styles.problem}>{problem}</span>}
            </span>
            <IconButton
              label={strings.edit(from)}
              size="sm"
              onClick={() => {
                setForm({ from, to, status: String(status) })
                setEditing(from)
                setFailure(undefined)
              }}
            >
              <Pencil size={14} />
            </IconButton>
            <IconButton
              label={strings.removeHost(from)}
              size="sm"
              onClick={() => void session.run(operations.setRedirects, { redirects: [{ from, to: null }] })}
            >
              <Trash2 size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
