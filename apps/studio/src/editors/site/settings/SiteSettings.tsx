import { errorText } from '@atelier/operation'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { PictureButton } from '../media/PictureButton.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { DomainSettings } from './DomainSettings.tsx'
import { directionIn } from './pageForm.ts'
import { RedirectSettings } from './RedirectSettings.tsx'
import styles from './Settings.module.css'
import { afterRunsOf, gateOf, siteForm } from './siteForm.ts'
import * as strings from './strings.ts'

/** Settings of the whole site, and its addresses. */
export function SiteSettings({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [tab, setTab] = useState<'site' | 'redirects' | 'domains'>('site')
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title={strings.siteSettings}>
      {open && (
        <Tabs
          label={strings.siteSettings}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'site', label: strings.site, panel: <Form onDone={() => onOpenChange(false)} /> },
            { value: 'redirects', label: strings.redirects, panel: <RedirectSettings /> },
            { value: 'domains', label: strings.domains, panel: <DomainSettings /> },
          ]}
        />
      )}
    </Dialog>
  )
}

function Form({ onDone }: { onDone: () => void }) {
  const session = useEditor()
  const site = useSite()
  const [form, setForm] = useState(() => siteForm(site?.local.view))
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = (name: Exclude<keyof typeof form, 'direction'>) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const picture = (name: 'favicon' | 'touchIcon' | 'ogImage', label: string) => ({
    label,
    mono: true,
    trailing: (
      <PictureButton label={strings.chooseThe(label)} onPick={(path) => setForm((now) => ({ ...now, [name]: path }))} />
    ),
    ...text(name),
  })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const refused = errorText(await session.run(operations.setSiteSettings, form))
    setBusy(false)
    setFailure(refused)
    if (!refused) onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <ErrorNote title={failure} />}
      <div className={styles.pair}>
        <TextField label={strings.name} required maxLength={200} {...text('name')} />
        <TextField
          label={strings.language}
          mono
          required
          maxLength={35}
          hint={strings.languageHint}
          {...text('language')}
        />
      </div>
      <TextField
        label={strings.publicAddress}
        mono
        placeholder="https://www.example.com"
        hint={strings.publicAddressHint}
        {...text('baseUrl')}
      />
      <TextField label={strings.homePageSearchTitle} maxLength={300} {...text('metaTitle')} />
      <TextArea label={strings.descriptionOfTheSite} rows={2} maxLength={2_000} {...text('metaDescription')} />
      <div className={styles.pair}>
        <TextField placeholder="/media/icon.svg" hint={strings.iconHint} {...picture('favicon', strings.icon)} />
        <TextField
          placeholder="/media/icon.png"
          hint={strings.homeScreenIconHint}
          {...picture('touchIcon', strings.iconForHomeScreens)}
        />
      </div>
      <TextField placeholder="/media/card.png" {...picture('ogImage', strings.pictureOfSharedLinks)} />
      <div className={styles.pair}>
        <Select
          label={strings.direction}
          value={form.direction ?? ''}
          onChange={(next) => setForm({ ...form, direction: directionIn(next) ?? null })}
          options={strings.directions}
        />
        <TextField label={strings.themeColor} mono placeholder="#ffffff" maxLength={200} {...text('themeColor')} />
      </div>
      <TextArea
        label={strings.robotsTxt}
        mono
        rows={3}
        placeholder={strings.everythingMayBeRead}
        maxLength={10_000}
        {...text('robots')}
      />
      <Select
        label={strings.checksBeforePublishing}
        value={form.checkGate}
        onChange={(next) => setForm({ ...form, checkGate: gateOf(next) })}
        options={[
          { value: 'off', label: strings.gateOff },
          { value: 'errors', label: strings.gateErrors },
          { value: 'warnings', label: strings.gateWarnings },
        ]}
      />
      <Select
        label={strings.checksOfWhatTheAgentChanges}
        value={form.checkAfterRuns}
        onChange={(next) => setForm({ ...form, checkAfterRuns: afterRunsOf(next) })}
        options={[
          { value: 'tell', label: strings.afterRunTell },
          { value: 'show', label: strings.afterRunShow },
          { value: 'off', label: strings.afterRunOff },
        ]}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={busy}>
          {strings.save}
        </Button>
      </div>
    </form>
  )
}
