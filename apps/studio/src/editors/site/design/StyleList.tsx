import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import listStyles from './StyleList.module.css'
import { StyleRow } from './StyleRow.tsx'
import * as strings from './strings.ts'
import { groupStyles, type StyleFilter } from './styleList.ts'
import { useDesign } from './useDesign.ts'
import { useRuleMoves } from './useRuleMoves.ts'
import { type ListedStyle, useStyles } from './useStyles.ts'

/** How many rules are shown; a search finds the others. */
const SHOWN = 400

/** Every rule of the site, by stylesheet, layer and condition in their order, with where it is used. */
export function StyleList() {
  const { run } = useDesign()
  const all = useStyles()
  const { state } = useEditor()
  const query = useEditorState(({ styleSearch }) => styleSearch ?? '')
  const [filter, setFilter] = useState<StyleFilter>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [naming, setNaming] = useState(false)
  const groups = useMemo(() => groupStyles(all ?? [], query, filter), [all, query, filter])
  const listed = useMemo(() => groups.flatMap((group) => group.styles), [groups])
  const moves = useRuleMoves(listed)
  if (!all) {
    return (
      <div className={styles.section}>
        <Skeleton width="70%" height={12} />
      </div>
    )
  }
  if (all.length === 0) return <EmptyState title={strings.noStyles}>{strings.noStylesHint}</EmptyState>
  const found = listed.length
  const unused = all.filter((style) => style.unused).length
  const toggle = ({ ruleId }: ListedStyle) =>
    setChosen(chosen.includes(ruleId) ? chosen.filter((each) => each !== ruleId) : [...chosen, ruleId])
  const extract = async (name: string | undefined) => {
    setNaming(false)
    if (name !== undefined && (await run(operations.extractClass, { name, ruleIds: [...chosen] }))) setChosen([])
  }
  let left = SHOWN
  return (
    <div className={styles.panel}>
      <div className={cx(styles.fill, listStyles.tools)}>
        <TextField
          label={strings.searchStyles}
          hideLabel
          size="sm"
          type="search"
          placeholder={strings.searchStyles}
          leading={<Search size={13} aria-hidden="true" />}
          value={query}
          onChange={(event) => patchStore(state, { styleSearch: event.target.value })}
          onKeyDown={(event) => event.stopPropagation()}
        />
        <Segmented
          label={strings.show}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: strings.allStyles(all.length) },
            { value: 'used', label: strings.usedStyles(all.length - unused) },
            { value: 'unused', label: strings.unusedStyles(unused) },
          ]}
        />
      </div>
      {chosen.length > 0 && (
        <div className={listStyles.chosen}>
          {naming ? (
            <RenameField label={strings.nameOfNewClass} value={strings.newClass} suggestion onDone={extract} />
          ) : (
            <>
              <span>{strings.chosenStyles(chosen.length)}</span>
              <Button size="sm" disabled={chosen.length < 2} onClick={() => setNaming(true)}>
                {strings.extract}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setChosen([])}>
                {strings.cancel}
              </Button>
            </>
          )}
        </div>
      )}
      {moves.winners.length > 0 && (
        <div className={listStyles.chosen} role="status">
          <ul className={listStyles.winners}>
            {moves.winners.map(({ properties, to, from, nodes }) => (
              <li key={`${to} ${from}`}>{strings.winsNow(properties, to, from, nodes)}</li>
            ))}
          </ul>
          <Button size="sm" variant="quiet" onClick={moves.forget}>
            {strings.done}
          </Button>
        </div>
      )}
      {found === 0 && (
        <p className={styles.note}>{filter === 'unused' && query === '' ? strings.noUnused : strings.nothingFound}</p>
      )}
      {groups.map((group, index) => {
        const shown = group.styles.slice(0, Math.max(0, left))
        left -= shown.length
        if (shown.length === 0) return null
        const opensSheet = groups[index - 1]?.sheet !== group.sheet || index === 0
        return (
          <section key={group.key}>
            {opensSheet && <h3 className={listStyles.sheet}>{group.sheetName || strings.ownSheet}</h3>}
            {(group.layer !== '' || group.conditions.length > 0) && (
              <p className={listStyles.condition}>
                {[...(group.layer === '' ? [] : [strings.inLayer(group.layer)]), ...group.conditions].join(' › ')}
              </p>
            )}
            <ul className="m-0 p-0 list-none">
              {shown.map((style) => (
                <StyleRow
                  key={style.ruleId}
                  style={style}
                  all={all}
                  chosen={chosen.includes(style.ruleId)}
                  onChoose={() => toggle(style)}
                  onStep={(by) => moves.step(style, by)}
                  drag={moves.drag(style)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {found > SHOWN && <p className={styles.note}>{strings.moreStyles(found - SHOWN)}</p>}
    </div>
  )
}
