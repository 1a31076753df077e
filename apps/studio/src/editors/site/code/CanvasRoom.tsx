import { lazy, type ReactNode, Suspense } from 'react'
import { useEditorState } from '../session/context.ts'
import styles from './Code.module.css'

const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))
const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

/** The canvas, and over it the preview or a file of code. */
export function CanvasRoom({ children }: { children: ReactNode }) {
  const preview = useEditorState((state) => state.preview)
  const codeFile = useEditorState((state) => state.codeFile)
  return (
    <div className={styles.room}>
      {children}
      <Suspense>
        {codeFile !== undefined ? <CodeEditor key={codeFile} path={codeFile} /> : preview ? <Preview /> : null}
      </Suspense>
    </div>
  )
}
