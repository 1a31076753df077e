import { checkAfterRuns, checkGate, siteSettings } from '@atelier/site'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { DomainSettings } from './DomainSettings.tsx'
import { failureOf } from './envelope.ts'
import styles from './Settings.module.css'

/** What holds for the whole site, and where it is found. */
export function SiteSettings({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [tab, setTab] = useState<'site' | 'domains'>('site')
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title="Site settings">
      {open && (
        <Tabs
          label="Site settings"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'site', label: 'Site', panel: <Form onDone={() => onOpenChange(false)} /> },
            { value: 'domains', label: 'Domains', panel: <DomainSettings /> },
          ]}
        />
      )}
    </Dialog>
  )
}

function Form({ onDone }: { onDone: () => void }) {
  const session = useEditor()
  const site = useSite()
  const view = site?.local.view
  const [form, setForm] = useState(() => {
    const now = view ? siteSettings(view) : undefined
    return {
      name: now?.name ?? '',
      language: now?.language ?? 'en',
      baseUrl: now?.baseUrl ?? '',
      metaTitle: now?.metaTitle ?? '',
      metaDescription: now?.metaDescription ?? '',
      favicon: now?.favicon ?? '',
      touchIcon: now?.touchIcon ?? '',
      ogImage: now?.ogImage ?? '',
      robots: now?.robots ?? '',
      checkGate: view ? checkGate(view) : ('off' as const),
      checkAfterRuns: view ? checkAfterRuns(view) : ('tell' as const),
    }
  })
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const refused = failureOf(await session.run(operations.setSiteSettings, form))
    setBusy(false)
    setFailure(refused)
    if (!refused) onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <ErrorNote title={failure} />}
      <div className={styles.pair}>
        <TextField label="Name" required maxLength={200} {...text('name')} />
        <TextField label="Language" mono required maxLength={35} hint="Such as en or pt-BR" {...text('language')} />
      </div>
      <TextField
        label="Public address"
        mono
        placeholder="https://www.example.com"
        hint="For canonical links and the sitemap. A domain of this project wins over it."
        {...text('baseUrl')}
      />
      <TextField label="Title of the home page in search results" maxLength={300} {...text('metaTitle')} />
      <TextArea label="Description of the site" rows={2} maxLength={2_000} {...text('metaDescription')} />
      <div className={styles.pair}>
        <TextField label="Icon" mono placeholder="/media/icon.svg" hint="SVG or PNG" {...text('favicon')} />
        <TextField
          label="Icon for home screens"
          mono
          placeholder="/media/icon.png"
          hint="PNG, 180 × 180"
          {...text('touchIcon')}
        />
      </div>
      <TextField label="Picture of shared links" mono placeholder="/media/card.png" {...text('ogImage')} />
      <TextArea
        label="robots.txt"
        mono
        rows={3}
        placeholder="Everything may be read"
        maxLength={10_000}
        {...text('robots')}
      />
      <Select
        label="Checks before publishing"
        value={form.checkGate}
        onChange={(next) => setForm({ ...form, checkGate: next === 'errors' || next === 'warnings' ? next : 'off' })}
        options={[
          { value: 'off', label: 'Publish whatever they find' },
          { value: 'errors', label: 'Errors keep the site from being published' },
          { value: 'warnings', label: 'Errors and warnings do' },
        ]}
      />
      <Select
        label="Checks of what the agent changes"
        value={form.checkAfterRuns}
        onChange={(next) => setForm({ ...form, checkAfterRuns: next === 'off' || next === 'show' ? next : 'tell' })}
        options={[
          { value: 'tell', label: 'Tell the agent of errors, and show what is left' },
          { value: 'show', label: 'Show what it raised' },
          { value: 'off', label: 'Do not look' },
        ]}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
