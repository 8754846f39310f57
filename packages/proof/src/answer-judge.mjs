// Checks that a response matches the contract: a status and a media type that the operation declares, a body that its
// schema allows, and for every error the one shape that all errors share.
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Errors of requests that never reached an operation, or that all operations share. */
const generalCodes = {
  400: ['bad_request'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  413: ['payload_too_large'],
  414: ['uri_too_long'],
  431: ['headers_too_large'],
}

const secrets = /node_modules|\/packages\/|\bat \S+ \(|SELECT .+ FROM |INSERT INTO|syntax error at or near/

const isOfType = (wanted, given) => {
  const [type = '', subtype = ''] = given.split(';')[0].trim().split('/')
  const [wantedType, wantedSubtype] = wanted.split('/')
  return [
    [wantedType, type],
    [wantedSubtype, subtype],
  ].every(([a, b]) => b !== '' && (a === '*' || a === b))
}

export const createJudge = ({ document, operationAt }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { binary: true } })
  addFormats(ajv)
  ajv.addSchema({ $id: 'contract', components: document.components })
  const compiled = new Map()
  const validatorOf = (schema) => {
    // References point to the components of the document, wherever the schema that contains them is.
    const build = () =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')))
    if (!compiled.has(schema)) compiled.set(schema, build())
    return compiled.get(schema)
  }
  const whyInvalid = (schema, value) => {
    const validate = validatorOf(schema)
    if (validate(value)) return undefined
    const [{ instancePath, message }] = validate.errors
    return `${instancePath || 'the body'} ${message}`
  }

  const { Error: errorSchema, HTTPValidationError: invalidSchema } = document.components.schemas

  const readJson = ({ headers, body }) => {
    if (!isOfType('application/json', headers.get('content-type') ?? ''))
      return { problem: 'it is no JSON by its type' }
    try {
      return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
    } catch (error) {
      return { problem: `it is no JSON: ${error.message}` }
    }
  }

  /** What is wrong with an error response, no matter which layer sent it. */
  const misshapen = (answer, isHead) => {
    const { status, headers } = answer
    if (status === 401 && !headers.has('www-authenticate')) return '401 without WWW-Authenticate'
    if ((status === 429 || status === 503) && !headers.has('retry-after')) return `${status} without Retry-After`
    if (isHead) return undefined
    const { value, problem } = readJson(answer)
    if (problem !== undefined) return problem
    if (secrets.test(answer.body.toString())) return 'it tells of the inside'
    return whyInvalid(status === 422 ? invalidSchema : errorSchema, value)
  }

  const undeclaredRefusal = ({ status, body }, operation, isHead) => {
    if (isHead || operation === undefined) return undefined
    const declared = operation.answers.find((answer) => answer.status === status)
    if (status === 422) return declared === undefined ? '422 is not declared' : undefined
    const { code } = JSON.parse(body.toString())
    const known = [...(generalCodes[status] ?? []), ...(declared?.codes ?? [])]
    return known.includes(code) ? undefined : `${status} ${code} is not declared`
  }

  const wrongSuccess = (answer, operation, { isHead, accepts = '' }) => {
    if (operation === undefined) return undefined
    const { status, headers, body } = answer
    const declared = operation.answers.find((item) => item.status === status)
    const type = headers.get('content-type') ?? ''
    // If a stream is requested, a response declared as JSON continues as events.
    if (accepts.includes('text/event-stream') && isOfType('text/event-stream', type)) return undefined
    if (declared === undefined) return `${status} is not declared`
    if (declared.content === undefined) {
      return body.length > 0 && status !== 101 ? `${status} with a body` : undefined
    }
    const { mediaType, schema } = declared.content
    if (mediaType === 'application/json') {
      if (isHead) return undefined
      const { value, problem } = readJson(answer)
      return problem ?? whyInvalid(schema, value)
    }
    return isOfType(mediaType, type) ? undefined : `${type} instead of ${mediaType}`
  }

  /** Problems of a response: a server error, an error of another shape, a response outside the contract. */
  return (answer, { method, target, accepts }) => {
    const operation = operationAt(method, target)
    const isHead = method === 'HEAD'
    const { status } = answer
    if (Number.isNaN(status)) return { operation, misshapen: 'it is no answer at all' }
    const fault = status >= 500 ? `${status}` : undefined
    if (status < 400) {
      const isOurs = method !== 'OPTIONS'
      return { operation, fault, outside: isOurs ? wrongSuccess(answer, operation, { isHead, accepts }) : undefined }
    }
    const shape = misshapen(answer, isHead)
    return { operation, fault, misshapen: shape, outside: shape ?? undeclaredRefusal(answer, operation, isHead) }
  }
}
