import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { picturesQuery, sentence, setPictures } from '../../api/index.ts'
import { ErrorNote, Select } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import { pictureChoiceOf, pictureField } from './pictures.ts'

/** Which service the workspace takes pictures from, and by which model one makes them. */
export function PictureChoice() {
  const queryClient = useQueryClient()
  const pictures = useQuery(picturesQuery())
  const [failure, setFailure] = useState<string>()
  // The list of services below says what is wrong with the connection.
  if (!pictures.data) return null
  const { value, options } = pictureField(pictures.data)
  const choose = async (next: string) => {
    setFailure(undefined)
    const answer = await setPictures(pictureChoiceOf(next))
    if (!answer.ok) setFailure(sentence(answer.error))
    await queryClient.invalidateQueries({ queryKey: ['pictures'] })
  }
  return (
    <div className="grid one-column gap-4">
      <Select
        label={strings.picturesComeFrom}
        size="lg"
        value={value}
        options={options}
        placeholder={strings.picturesUnchosen}
        onChange={choose}
      />
      {failure !== undefined && <ErrorNote title={failure}>{strings.nothingWasChanged}</ErrorNote>}
    </div>
  )
}
