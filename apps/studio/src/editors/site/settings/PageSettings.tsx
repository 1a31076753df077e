import { errorText } from '@atelier/operation'
import { page as pageEntry, pageSettings } from '@atelier/site'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Check } from '../../../ui/Check.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { LinkButton } from '../links/LinkButton.tsx'
import { PictureButton } from '../media/PictureButton.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { DataBlocks } from './DataBlocks.tsx'
import { directionIn, type PageFlag, type PageText, pageForm, pageInput, pageRename, pathChange } from './pageForm.ts'
import styles from './Settings.module.css'
import * as strings from './strings.ts'

/** A page's name, its path, and its metadata for search engines and social networks. */
export function PageSettings({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const site = useSite()
  const entry = site && pageEntry(site.local.view, pageId)
  if (!site || !entry) return null
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={strings.settingsOf(entry.title)}>
      <Form
        pageId={pageId}
        title={entry.title}
        slug={entry.slug}
        now={pageSettings(site.local.view, pageId)}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface FormProps {
  pageId: string
  title: string
  slug: string
  now: ReturnType<typeof pageSettings>
  onClose: () => void
}

function Form({ pageId, title, slug, now, onClose }: FormProps) {
  const session = useEditor()
  const [form, setForm] = useState(() => pageForm({ title, slug }, now))
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = (name: PageText) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const flag = (name: PageFlag, label: string) => (
    <Check
      size="sm"
      className="color-text"
      label={label}
      checked={form[name]}
      onChange={(isSet) => setForm({ ...form, [name]: isSet })}
    />
  )
  const { isHome, next, moves } = pathChange(slug, form.slug)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const rename = pageRename({ title, slug }, form)
    const renamed = rename && (await session.run(operations.renamePage, { pageId, ...rename }))
    const refused =
      (renamed && errorText(renamed)) ??
      errorText(await session.run(operations.setPageSettings, { pageId, ...pageInput(form) }))
    setBusy(false)
    if (refused) setFailure(refused)
    else onClose()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <ErrorNote title={failure} />}
      <div className={styles.pair}>
        <TextField label={strings.title} required maxLength={200} {...text('title')} />
        <TextField
          label={strings.path}
          mono
          leading="/"
          disabled={isHome}
          hint={isHome ? strings.homePagePath : moves ? strings.redirectNote(slug, next) : strings.pathHint}
          {...text('slug')}
        />
      </div>
      <h3 className={styles.group}>{strings.searchEngines}</h3>
      <TextField label={strings.titleInSearchResults} placeholder={form.title} maxLength={300} {...text('metaTitle')} />
      <TextArea
        label={strings.description}
        rows={3}
        maxLength={2_000}
        hint={strings.descriptionLength(form.description.length)}
        {...text('description')}
      />
      <div className={styles.pair}>
        <TextField
          label={strings.canonicalAddress}
          mono
          placeholder={strings.thisPage}
          maxLength={2_000}
          trailing={
            <LinkButton
              isAddressOnly
              value={{ href: form.canonical }}
              onApply={({ href }) => setForm((before) => ({ ...before, canonical: href }))}
            />
          }
          {...text('canonical')}
        />
        <TextField
          label={strings.language}
          mono
          placeholder={strings.languageOfTheSite}
          maxLength={35}
          {...text('language')}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={strings.direction}
          value={form.direction ?? ''}
          onChange={(next) => setForm({ ...form, direction: directionIn(next) })}
          options={strings.directions}
        />
        <TextField label={strings.themeColor} mono placeholder={strings.themeColorOfTheSite} {...text('themeColor')} />
      </div>
      <div className={styles.checks}>
        {flag('noindex', strings.noindex)}
        {flag('hidden', strings.hiddenFromSitemap)}
        {flag('inFeed', strings.inFeed)}
      </div>
      <h3 className={styles.group}>{strings.sharedLinks}</h3>
      <TextField
        label={strings.title}
        placeholder={form.metaTitle || form.title}
        maxLength={300}
        {...text('ogTitle')}
      />
      <TextArea
        label={strings.description}
        rows={2}
        maxLength={2_000}
        placeholder={form.description}
        {...text('ogDescription')}
      />
      <TextField
        label={strings.picture}
        mono
        placeholder="/media/card.png"
        maxLength={2_000}
        hint={strings.pictureSizeHint}
        trailing={<PictureButton onPick={(path) => setForm((before) => ({ ...before, ogImage: path }))} />}
        {...text('ogImage')}
      />
      <DataBlocks blocks={form.data} onChange={(data) => setForm({ ...form, data })} />
      <div className={styles.foot}>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {strings.save}
        </Button>
      </div>
    </form>
  )
}
