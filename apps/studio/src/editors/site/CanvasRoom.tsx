import { lazy, type ReactNode, Suspense } from 'react'
import styles from './CanvasRoom.module.css'
import { useEditorState } from './session/context.ts'

const CodeEditor = lazy(async () => ({ default: (await import('./code/CodeEditor.tsx')).CodeEditor }))
const Compare = lazy(async () => ({ default: (await import('./history/Compare.tsx')).Compare }))
const Preview = lazy(async () => ({ default: (await import('./code/Preview.tsx')).Preview }))

/** The canvas, and in place of it the preview, a comparison or a file of code. */
export function CanvasRoom({ children }: { children: ReactNode }) {
  const preview = useEditorState((state) => state.preview)
  const comparing = useEditorState((state) => state.comparing)
  const codeFile = useEditorState((state) => state.codeFile)
  return (
    <div className="min-w-0 h-full relative">
      <div className={styles.under} inert={comparing !== undefined}>
        {children}
      </div>
      <Suspense>
        {codeFile !== undefined ? (
          <CodeEditor key={codeFile} path={codeFile} />
        ) : comparing ? (
          <Compare key={JSON.stringify(comparing)} comparison={comparing} />
        ) : preview ? (
          <Preview />
        ) : null}
      </Suspense>
    </div>
  )
}
