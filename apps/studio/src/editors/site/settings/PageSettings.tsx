import { page as pageEntry, pageSettings, pathSlug } from '@atelier/site'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { failureOf } from './envelope.ts'
import styles from './Settings.module.css'

/** A page's name, its path, and its metadata for search engines and social networks. */
export function PageSettings({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const site = useSite()
  const entry = site && pageEntry(site.local.view, pageId)
  if (!site || !entry) return null
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={`Settings of “${entry.title}”`}>
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
  const [form, setForm] = useState({
    title,
    slug: slug === 'index' ? '' : slug,
    metaTitle: now.metaTitle ?? '',
    description: now.description ?? '',
    canonical: now.canonical ?? '',
    language: now.language ?? '',
    ogTitle: now.ogTitle ?? '',
    ogDescription: now.ogDescription ?? '',
    ogImage: now.ogImage ?? '',
    noindex: now.noindex ?? false,
    hidden: now.hidden ?? false,
    inFeed: now.inFeed ?? false,
  })
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = (name: Exclude<keyof typeof form, 'noindex' | 'hidden' | 'inFeed'>) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const flag = (name: 'noindex' | 'hidden' | 'inFeed', label: string) => (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={form[name]}
        onChange={(event) => setForm({ ...form, [name]: event.target.checked })}
      />
      {label}
    </label>
  )
  const isHome = slug === 'index'
  const nextSlug = form.slug.trim() === '' ? slug : pathSlug(form.slug)
  const moves = !isHome && nextSlug !== slug
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const { title: name, slug: _slug, ...settings } = form
    const renamed =
      name.trim() !== title || moves
        ? await session.run(operations.renamePage, {
            pageId,
            title: name.trim() || title,
            ...(moves ? { slug: form.slug } : {}),
          })
        : undefined
    const refused =
      (renamed && failureOf(renamed)) ??
      failureOf(await session.run(operations.setPageSettings, { pageId, ...settings }))
    setBusy(false)
    if (refused) setFailure(refused)
    else onClose()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <ErrorNote title={failure} />}
      <div className={styles.pair}>
        <TextField label="Title" required maxLength={200} {...text('title')} />
        <TextField
          label="Path"
          mono
          leading="/"
          disabled={isHome}
          hint={
            isHome
              ? 'The home page is at the root.'
              : moves
                ? `/${slug} will lead to /${nextSlug} from the next release on.`
                : 'Changing it leaves a redirect at the old address.'
          }
          {...text('slug')}
        />
      </div>
      <h3 className={styles.group}>Search engines</h3>
      <TextField label="Title in search results" placeholder={form.title} maxLength={300} {...text('metaTitle')} />
      <TextArea
        label="Description"
        rows={3}
        maxLength={2_000}
        hint={`${form.description.length} characters; about 155 are shown.`}
        {...text('description')}
      />
      <div className={styles.pair}>
        <TextField label="Canonical address" mono placeholder="This page" maxLength={2_000} {...text('canonical')} />
        <TextField label="Language" mono placeholder="That of the site" maxLength={35} {...text('language')} />
      </div>
      <div className={styles.checks}>
        {flag('noindex', 'Keep it out of search engines')}
        {flag('hidden', 'Leave it out of the sitemap')}
        {flag('inFeed', 'List it in the feed')}
      </div>
      <h3 className={styles.group}>Shared links</h3>
      <TextField label="Title" placeholder={form.metaTitle || form.title} maxLength={300} {...text('ogTitle')} />
      <TextArea
        label="Description"
        rows={2}
        maxLength={2_000}
        placeholder={form.description}
        {...text('ogDescription')}
      />
      <TextField
        label="Picture"
        mono
        placeholder="/media/card.png"
        maxLength={2_000}
        hint="1200 × 630 pixels fits everywhere."
        {...text('ogImage')}
      />
      <div className={styles.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
