import { kindsOf, type PageEntry, pageTranslationTask, settings } from '@atelier/site'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { TranslationFacts } from '../../../shell/agent/translation/TranslationFacts.tsx'
import { useCurrentSession } from '../../../shell/agent/useCurrentSession.ts'
import { useModelChoice } from '../../../shell/agent/useModelChoice.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import { failureOf } from '../settings/envelope.ts'
import * as strings from './strings.ts'

type Work = HandleOutput<typeof operations.listStaleTexts>['translations'][number]

/** Asks which texts of a translated page the agent is to translate, says what that takes, and hands it over. */
export function TranslateTexts({ page, source, onClose }: { page: PageEntry; source: PageEntry; onClose: () => void }) {
  const session = useEditor()
  const site = useSite()
  const shell = useShell()
  const form = useId()
  const [which, setWhich] = useState<'all' | 'changed'>('all')
  const [work, setWork] = useState<Work>()
  const [failure, setFailure] = useState<string>()
  const chat = useCurrentSession(session.projectId, 'site')
  const choice = useModelChoice('site', chat.session, undefined)
  const onlyChanged = which === 'changed'

  useEffect(() => {
    let stopped = false
    setWork(undefined)
    setFailure(undefined)
    const asked = { pageId: page.id, kinds: kindsOf(onlyChanged), limit: 1 }
    void session.attempt(operations.listStaleTexts, asked).then((answer) => {
      if (stopped) return
      setFailure(failureOf(answer))
      if (answer.ok) setWork(answer.data?.translations.find(({ pageId }) => pageId === page.id))
    })
    return () => {
      stopped = true
    }
  }, [session, page.id, onlyChanged])

  const texts = work && (onlyChanged ? work.changed : work.changed + work.untranslated + work.new)
  const isReady = texts !== undefined && texts > 0 && choice.active !== undefined
  const to = page.locale ?? ''
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const from = source.locale ?? (site && settings(site.local.view).language) ?? 'en'
    // What the run is about is open beside it.
    session.openPage(page.id)
    shell.sendToAgent(pageTranslationTask({ pageId: page.id, title: page.title, from: String(from), to, onlyChanged }))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.translateTexts(page.title)}
      description={strings.translateTextsHint}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isReady}>
            {strings.translateNow}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-12" onSubmit={start} noValidate>
        <Segmented
          label={strings.whichTexts}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: strings.allOpen },
            { value: 'changed', label: strings.onlyChanged },
          ]}
        />
        {failure && <ErrorNote title={failure} />}
        {!failure && !work && <Skeleton width="70%" />}
        {work && texts !== undefined && (
          <TranslationFacts
            choice={choice}
            size={{ entries: texts, characters: work.characters }}
            label={strings.sizeOfTexts(texts, work.words)}
          />
        )}
        {texts === 0 && <p className="quiet">{strings.nothingToTranslate}</p>}
      </form>
    </Dialog>
  )
}
