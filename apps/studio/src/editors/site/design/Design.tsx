import { Skeleton } from '../../../ui/Spinner.tsx'
import { Colors } from './Colors.tsx'
import styles from './Design.module.css'
import { Fonts } from './Fonts.tsx'
import { Scales } from './Scales.tsx'
import { useDesign } from './useDesign.ts'

/** The site's design tokens: colours, fonts, type and spacing scales. */
export function Design() {
  const { system } = useDesign()
  return (
    <div className={styles.panel}>
      {system ? (
        <>
          <Colors />
          <Fonts />
          <Scales kind="type" />
          <Scales kind="space" />
        </>
      ) : (
        <div className={styles.section}>
          <Skeleton width="70%" height={12} />
        </div>
      )}
    </div>
  )
}
