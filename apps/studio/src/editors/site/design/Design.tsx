import { patchStore } from '../../../documents/store.ts'
import { cx } from '../../../ui/cx.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { Colors } from './Colors.tsx'
import styles from './Design.module.css'
import { Fonts } from './Fonts.tsx'
import { RenamedInScripts } from './RenamedInScripts.tsx'
import { Repeated } from './Repeated.tsx'
import { Scales } from './Scales.tsx'
import { StyleList } from './StyleList.tsx'
import * as strings from './strings.ts'
import { TokenSection } from './TokenSection.tsx'
import { useDesign } from './useDesign.ts'

/** The site's design: its tokens, of the design system and of its stylesheets alike, and the list of its styles. */
export function Design() {
  const { system } = useDesign()
  const { state } = useEditor()
  const view = useEditorState(({ styleSearch }) => (styleSearch === undefined ? 'tokens' : 'styles'))
  return (
    <div className={styles.whole}>
      <div className={cx(styles.views, styles.fill)}>
        <Segmented
          label={strings.view}
          value={view}
          onChange={(next) => patchStore(state, { styleSearch: next === 'tokens' ? undefined : '' })}
          options={[
            { value: 'tokens', label: strings.tokens },
            { value: 'styles', label: strings.styles },
          ]}
        />
      </div>
      {view === 'styles' ? (
        <StyleList />
      ) : (
        <div className={styles.panel}>
          {system ? (
            <>
              <RenamedInScripts />
              <Repeated />
              <Colors />
              <Fonts />
              <Scales kind="type" />
              <Scales kind="space" />
              <TokenSection kind="radius" />
              <TokenSection kind="shadow" />
              <TokenSection kind="other" />
            </>
          ) : (
            <div className={styles.section}>
              <Skeleton width="70%" height={12} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
