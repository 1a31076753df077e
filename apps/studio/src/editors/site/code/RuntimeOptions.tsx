import { type CodeAsset, type CodeScope, codeHash, documents, type RuntimeInput } from '@atelier/site'
import { Check } from '../../../ui/Check.tsx'
import { askedOption } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Code.module.css'
import { choosable, idsIn, priorityOf, scopeOf, scriptChoices, withId } from './runtime.ts'
import * as strings from './strings.ts'

/** When, where and how a file is loaded on published pages. Each choice is written at once. */
export function RuntimeOptions({ asset }: { asset: CodeAsset }) {
  const session = useEditor()
  const { path, type, content, runtime } = asset
  const set = async (changed: RuntimeInput) => {
    const expectedHash = await codeHash(content)
    await session.run(operations.write_code_asset, { path, type, content, expectedHash, runtime: changed })
  }
  return (
    <div className={styles.runtime}>
      <Check
        size="sm"
        className={styles.option}
        label={strings.enabled}
        checked={runtime.enabled}
        pending
        onChange={(enabled) => void set({ enabled })}
      />
      {asset.type === 'script' &&
        scriptChoices(asset.runtime).map(({ label, value, options, take }) => (
          <label key={label} className={styles.option}>
            {label}
            <select
              value={value}
              aria-label={label}
              onChange={(event) => void set(take(askedOption(event.target, value)))}
            >
              {options.map(([each, name]) => (
                <option key={each} value={each}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ))}
      <Scope scope={runtime.scope} onChange={(scope) => void set({ scope })} />
      <span className={styles.option}>
        {strings.priority}
        <CommitInput
          value={String(runtime.priority)}
          aria-label={strings.priority}
          title={strings.theLowestIsLoadedFirst}
          onCommit={(next) => {
            const priority = priorityOf(next)
            if (priority !== undefined) void set({ priority })
          }}
        />
      </span>
    </div>
  )
}

function Scope({ scope, onChange }: { scope: CodeScope; onChange: (scope: CodeScope) => void }) {
  const site = useSite()
  useSiteVersion()
  const listed = choosable(scope, site ? documents(site.local.view) : [])
  const chosen = idsIn(scope)
  return (
    <>
      <label className={styles.option}>
        {strings.on}
        <select
          aria-label={strings.loadedOn}
          value={scope.kind}
          onChange={({ target }) => onChange(scopeOf(askedOption(target, scope.kind)))}
        >
          <option value="all-pages">{strings.everyPage}</option>
          <option value="pages">{strings.chosenPages}</option>
          <option value="templates">{strings.pagesInChosenTemplates}</option>
        </select>
      </label>
      {scope.kind !== 'all-pages' && (
        <span className={styles.pages}>
          {listed.length === 0 && strings.thereAreNone}
          {listed.map(({ id, title }) => (
            <Check
              key={id}
              size="sm"
              className={styles.option}
              label={title}
              checked={chosen.includes(id)}
              pending
              onChange={(isChosen) => onChange(withId(scope, id, isChosen))}
            />
          ))}
        </span>
      )}
    </>
  )
}
