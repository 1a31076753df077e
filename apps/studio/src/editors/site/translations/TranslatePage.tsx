import { type PageEntry, settings, translationsOf } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { contentQuery } from '../../../api/content.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { translatePage } from '../session/pageActions.ts'
import * as strings from './strings.ts'

/** Asks for the language of a page's translation, and makes it. */
export function TranslatePage({ page, onClose }: { page: PageEntry; onClose: () => void }) {
  const session = useEditor()
  const site = useSite()
  const form = useId()
  const content = useQuery(contentQuery(session.projectId))
  const [title, setTitle] = useState(page.title)
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { language } = site ? settings(site.local.view) : {}
  const taken = site ? translationsOf(site.local.view, page.id).map(({ locale }) => locale) : []
  const left = content.data?.locales?.supported.filter(
    (locale) => locale !== (page.locale ?? language) && !taken.includes(locale),
  )
  const locale = (typed ?? left?.[0] ?? '').trim()
  const isReady = locale !== '' && title.trim() !== '' && !busy
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    setBusy(true)
    const refused = await translatePage(session, { pageId: page.id, title: title.trim(), locale })
    setBusy(false)
    if (refused) setFailure(refused)
    else onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.translateTitle(page.title)}
      description={strings.translateHint(`/${locale || '…'}/${page.slug === 'index' ? '' : `${page.slug}/`}`)}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isReady} busy={busy}>
            {strings.makeTheTranslation}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-12" onSubmit={submit} noValidate>
        {content.isPending ? (
          <Skeleton width="60%" />
        ) : left === undefined ? (
          <TextField
            label={strings.language}
            hint={strings.languageHint}
            mono
            autoFocus
            maxLength={35}
            value={typed ?? ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : left.length === 0 ? (
          <ErrorNote title={strings.noLocaleLeft} />
        ) : (
          <Select
            label={strings.language}
            value={locale}
            onChange={setTyped}
            options={left.map((each) => ({ value: each, label: each }))}
          />
        )}
        <TextField
          label={strings.titleOfTheTranslation}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {failure && <ErrorNote title={failure} />}
      </form>
    </Dialog>
  )
}
