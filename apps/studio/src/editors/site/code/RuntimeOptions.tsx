import { type CodeAsset, type CodeScope, codeHash, documents, type RuntimeInput } from '@atelier/site'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Code.module.css'
import * as strings from './strings.ts'

interface Choice {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  take(value: string): RuntimeInput
}

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
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={runtime.enabled}
          onChange={(event) => void set({ enabled: event.target.checked })}
        />
        {strings.enabled}
      </label>
      {asset.type === 'script' &&
        scriptChoices(asset.runtime).map(({ label, value, options, take }) => (
          <label key={label} className={styles.option}>
            {label}
            <select value={value} aria-label={label} onChange={(event) => void set(take(event.target.value))}>
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
            const priority = Math.round(Number(next))
            if (Number.isFinite(priority)) void set({ priority: Math.max(-10_000, Math.min(10_000, priority)) })
          }}
        />
      </span>
    </div>
  )
}

function scriptChoices(runtime: Extract<CodeAsset, { type: 'script' }>['runtime']): Choice[] {
  return [
    {
      label: strings.format,
      value: runtime.format,
      options: [
        ['module', strings.moduleFormat],
        ['classic', strings.classicScript],
      ],
      take: (value) => ({ format: value === 'classic' ? 'classic' : 'module' }),
    },
    {
      label: strings.place,
      value: runtime.placement,
      options: [
        ['body-end', strings.endOfTheBody],
        ['head', strings.headOfThePage],
      ],
      take: (value) => ({ placement: value === 'head' ? 'head' : 'body-end' }),
    },
    {
      label: strings.runs,
      value: runtime.timing,
      options: [
        ['dom-ready', strings.whenThePageIsRead],
        ['immediate', strings.atOnce],
        ['idle', strings.whenThereIsTime],
      ],
      take: (value) => ({ timing: value === 'immediate' ? 'immediate' : value === 'idle' ? 'idle' : 'dom-ready' }),
    },
  ]
}

function Scope({ scope, onChange }: { scope: CodeScope; onChange: (scope: CodeScope) => void }) {
  const site = useSite()
  useSiteVersion()
  const all = site ? documents(site.local.view) : []
  const chosen = scope.kind === 'pages' ? scope.pageIds : scope.kind === 'templates' ? scope.templatePageIds : []
  const kind = scope.kind === 'templates' ? 'template' : 'page'
  const listed = all.filter((entry) => entry.kind === kind)
  const take = (ids: string[]) =>
    onChange(scope.kind === 'templates' ? { kind: 'templates', templatePageIds: ids } : { kind: 'pages', pageIds: ids })
  return (
    <>
      <label className={styles.option}>
        {strings.on}
        <select
          aria-label={strings.pagesThatItIsLoadedOn}
          value={scope.kind}
          onChange={({ target: { value } }) => {
            if (value === 'all-pages') onChange({ kind: 'all-pages' })
            else if (value === 'templates') onChange({ kind: 'templates', templatePageIds: [] })
            else onChange({ kind: 'pages', pageIds: [] })
          }}
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
            <label key={id} className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  take(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
              {title}
            </label>
          ))}
        </span>
      )}
    </>
  )
}
