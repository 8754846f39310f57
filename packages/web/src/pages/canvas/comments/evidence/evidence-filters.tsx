import { documents } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { dealKey, useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useServices } from '../../../../session/services.ts'
import { SelectField } from '../../../../ui/select-field.tsx'

/** Empty: every document, every kind. */
export interface EvidenceFilter {
  documentId: string
  kind: '' | 'document' | 'workbook'
}

interface EvidenceFiltersProps {
  filter: EvidenceFilter
  onChange: (filter: EvidenceFilter) => void
}

/** Which documents a question is asked to. */
export const EvidenceFilters = ({ filter, onChange }: EvidenceFiltersProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data } = useQuery({
    queryKey: [...dealKey(dealId), 'documents'],
    queryFn: ({ signal }) => client.call(documents, { params: { deal_id: dealId }, signal }),
  })
  return (
    <div className="grid grid-cols-2 gap-2">
      <SelectField
        label={commentMessages.askDocument()}
        value={filter.documentId}
        onChange={({ target }) => onChange({ ...filter, documentId: target.value })}
      >
        <option value="">{commentMessages.askAllDocuments()}</option>
        {data?.documents.map(({ id, file_name }) => (
          <option key={id} value={id}>
            {file_name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={commentMessages.askKind()}
        value={filter.kind}
        onChange={({ target: { value } }) =>
          onChange({ ...filter, kind: value === 'document' || value === 'workbook' ? value : '' })
        }
      >
        <option value="">{commentMessages.askAllKinds()}</option>
        <option value="document">{commentMessages.askDocumentsOnly()}</option>
        <option value="workbook">{commentMessages.askWorkbooksOnly()}</option>
      </SelectField>
    </div>
  )
}
