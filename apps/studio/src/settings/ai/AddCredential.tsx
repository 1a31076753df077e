import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { addCredential, sentence, testCredential } from '../../api/index.ts'
import { Button, Dialog, ErrorNote, Select, TextField } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import { type CredentialFields, checkCredential, credentialBody, providers, refusedField } from './providers.ts'

const fresh: CredentialFields = { provider: providers[0]?.id ?? '', label: '', apiKey: '', baseUrl: '' }

/** Asks for a provider's key or address, keeps it on the server, and tries it at once. */
export function AddCredential({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(fresh)
  const [problems, setProblems] = useState<Partial<Record<keyof CredentialFields, string>>>({})
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [tested, setTested] = useState<string>()
  const provider = providers.find((each) => each.id === fields.provider)

  const close = (next: boolean) => {
    onOpenChange(next)
    if (next) return
    setFields(fresh)
    setProblems({})
    setError(undefined)
    setTested(undefined)
  }
  const set = (change: Partial<CredentialFields>) => {
    setFields({ ...fields, ...change })
    setProblems({})
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = checkCredential(fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setError(undefined)
    const added = await addCredential(credentialBody(fields))
    if (!added.ok) {
      setBusy(false)
      const refused = refusedField(added.error)
      if (refused) setProblems(refused)
      else setError(sentence(added.error))
      return
    }
    const test = await testCredential(added.value.id)
    setBusy(false)
    await Promise.all(
      ['credentials', 'defaults', 'suggestions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
    if (test.ok && test.value.ok) close(false)
    else setTested(test.ok ? test.value.message : sentence(test.error))
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={strings.addAnAiProvider}
      footer={
        tested === undefined ? (
          <>
            <Button onClick={() => close(false)}>{strings.cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {strings.addAndTest}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => close(false)}>
            {strings.close}
          </Button>
        )
      }
    >
      {tested !== undefined ? (
        <ErrorNote tone="attention" title={strings.providerAddedUnanswered}>
          {strings.providerTested(tested)}
        </ErrorNote>
      ) : (
        <form id={form} className="grid gap-16" onSubmit={submit} noValidate>
          <Select
            label={strings.provider}
            size="lg"
            value={fields.provider}
            options={providers.map(({ id, label }) => ({ value: id, label }))}
            onChange={(value) => set({ provider: value, baseUrl: '' })}
            hint={provider?.hint}
          />
          {provider && provider.apiKey !== 'none' && (
            <TextField
              label={provider.apiKey === 'optional' ? strings.optionalKey : 'Key'}
              type="password"
              size="lg"
              mono
              autoComplete="off"
              spellCheck="false"
              placeholder={provider.keyExample}
              value={fields.apiKey}
              error={problems.apiKey}
              onChange={(event) => set({ apiKey: event.target.value })}
            />
          )}
          {provider && provider.baseUrl !== 'none' && (
            <TextField
              label={provider.baseUrl === 'optional' ? strings.gatewayAddress : 'Address'}
              size="lg"
              mono
              inputMode="url"
              autoComplete="off"
              spellCheck="false"
              placeholder={provider.urlExample}
              value={fields.baseUrl}
              error={problems.baseUrl}
              onChange={(event) => set({ baseUrl: event.target.value })}
            />
          )}
          <TextField
            label={strings.nameInLists}
            size="lg"
            maxLength={60}
            placeholder={provider?.label}
            value={fields.label}
            onChange={(event) => set({ label: event.target.value })}
          />
          {error && <ErrorNote title={error} />}
        </form>
      )}
    </Dialog>
  )
}
