import type { Credential } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteCredential, deletionFailure, sentence, testCredential } from '../../api/index.ts'
import { Button, ConfirmDialog, IconButton } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './AiSettings.module.css'
import { providerLabel } from './providers.ts'

/** One provider that was added: try it, delete it. */
export function CredentialLine({ credential }: { credential: Credential }) {
  const queryClient = useQueryClient()
  const [testing, setTesting] = useState(false)
  const [result, setResult] = useState<{ ok: boolean; message: string }>()
  const [removing, setRemoving] = useState(false)

  const test = async () => {
    setTesting(true)
    const answer = await testCredential(credential.id)
    setTesting(false)
    setResult(answer.ok ? answer.value : { ok: false, message: sentence(answer.error) })
    await queryClient.invalidateQueries({ queryKey: ['models', credential.provider, credential.id] })
  }
  const remove = async () => {
    const answer = await deleteCredential(credential.id)
    const failure = deletionFailure(answer)
    if (failure !== undefined) return failure
    await Promise.all(
      ['credentials', 'defaults', 'suggestions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
    return undefined
  }

  return (
    <div className={styles.line}>
      <div className={styles.what}>
        <p className="font-medium">{credential.label}</p>
        <p className={styles.meta}>
          <span>{providerLabel(credential.provider)}</span>
          {credential.hint && (
            <span>
              {strings.keyEndsIn} <code>{credential.hint}</code>
            </span>
          )}
          {credential.baseUrl && <code>{credential.baseUrl}</code>}
        </p>
        {result && (
          <p className={styles.result} data-ok={result.ok ? '' : undefined} role="status">
            {result.message}
          </p>
        )}
      </div>
      <Button busy={testing} onClick={test}>
        {strings.test}
      </Button>
      <IconButton label={strings.deleteProviderNamed(credential.label)} onClick={() => setRemoving(true)}>
        <Trash2 size={15} />
      </IconButton>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={strings.deleteProviderQuestion(credential.label)}
        confirm={strings.deleteProvider}
        onConfirm={remove}
      >
        <p>{strings.deleteProviderEffect}</p>
      </ConfirmDialog>
    </div>
  )
}
