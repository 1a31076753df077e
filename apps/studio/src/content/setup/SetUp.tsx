import { Database, FileUp, GitBranch, Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { useShell } from '../../shell/layout/context.ts'
import { Button, ErrorNote, TextField } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { mayConnect } from '../session/mayConnect.ts'
import * as strings from '../strings.ts'
import { readLanguages } from './languages.ts'
import styles from './SetUp.module.css'

/** A project without content: what content is, and the languages that it begins with. */
export function SetUp() {
  const { session, project, readsOnly, go } = useContent()
  const shell = useShell()
  const [languages, setLanguages] = useState('en')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { codes, wrong } = readLanguages(languages)

  const begin = async (event: FormEvent | undefined) => {
    event?.preventDefault()
    const [first] = codes
    if (wrong !== undefined) return setError(strings.languageIsWrong(wrong))
    if (first === undefined) return setError(strings.languageIsMissing)
    setBusy(true)
    setError(undefined)
    const answer = await session.run(operations.initProject, { locales: codes })
    setBusy(false)
    if (!answer.ok) setError(sentence(answer.error))
    else if (!event) go({ room: 'import' })
  }

  return (
    <main className={styles.middle}>
      <div className={styles.box}>
        <span className={styles.mark}>
          <Database size={20} aria-hidden="true" />
        </span>
        <h1 className="type-title">{strings.setUpContent}</h1>
        <p className="type-prose color-secondary">{strings.setUpHint}</p>
        {readsOnly ? (
          <ErrorNote tone="info" title={strings.onlyReading}>
            {strings.askSomebody}
          </ErrorNote>
        ) : (
          <form className={styles.form} onSubmit={begin} noValidate>
            <TextField
              label={strings.languages}
              hint={strings.languagesHint}
              error={error}
              value={languages}
              size="lg"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setLanguages(event.currentTarget.value)
                setError(undefined)
              }}
            />
            <div className="flex wrap gap-8">
              <Button type="submit" variant="primary" size="lg" busy={busy}>
                {strings.setUpContent}
              </Button>
              <Button size="lg" icon={<FileUp size={15} />} disabled={busy} onClick={() => void begin(undefined)}>
                {strings.importFile}
              </Button>
              {mayConnect(project) && (
                <Button
                  size="lg"
                  icon={<GitBranch size={15} />}
                  disabled={busy}
                  onClick={() => go({ room: 'repository' })}
                >
                  {strings.connectRepository}
                </Button>
              )}
              <Button size="lg" icon={<Sparkles size={15} />} onClick={shell.askAgent}>
                {strings.askTheAgent}
              </Button>
            </div>
          </form>
        )}
      </div>
    </main>
  )
}
