import { CopyCode } from '../forms/CopyCode.tsx'
import { useContent } from '../session/context.ts'
import { examplesOf } from './keyForm.ts'
import * as strings from './strings.ts'

/** Ready lines for both APIs, or for the one that a key is for. */
export function Examples({ keyText, model, use }: { keyText: string; model: string; use?: 'read' | 'talk' }) {
  const { project } = useContent()
  const examples = examplesOf({ origin: location.origin, projectId: project.id, key: keyText, model })
  return (
    <>
      {use !== 'talk' && (
        <>
          <CopyCode label={strings.curlRead} text={examples.read.curl} />
          {use === 'read' && <CopyCode label={strings.typescript} text={examples.read.typescript} />}
        </>
      )}
      {use !== 'read' && (
        <>
          <CopyCode label={strings.curlTalk} text={examples.talk.curl} />
          <CopyCode label={strings.typescript} text={examples.talk.typescript} />
        </>
      )}
    </>
  )
}
