import { anyone, signedIn, superadmin } from './access.ts'
import { LoginResponse } from './auth.ts'
import { operation } from './operation.ts'
import {
  anyJson,
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  secret,
  text,
  uuid,
} from './schema.ts'
import {
  maxCredentialIdLength,
  maxGivenCodeLength,
  maxGivenPasswordLength,
  maxIdLength,
  maxPasskeyBytesLength,
  maxPasskeyNameLength,
  maxPasskeys,
  maxResetReasonLength,
  maxTokenLength,
  maxTransportLength,
  maxTransports,
  recoveryCodeCount,
} from './sizes.ts'

const tag = 'Authentication and account'

/** The ways to prove a second factor. */
export const factorMethods = ['code', 'recovery_code', 'passkey'] as const
export type FactorMethod = (typeof factorMethods)[number]

const credentialId = text({
  description: 'The id of the credential, in base64url.',
  min: 1,
  max: maxCredentialIdLength,
})
const clientDataJSON = text({ description: 'The client data, in base64url.', max: maxPasskeyBytesLength })

/** What a browser answers when it created a passkey. Its other fields are ignored. */
export const PasskeyRegistration = model(
  {
    id: credentialId,
    response: described(
      model(
        {
          clientDataJSON,
          attestationObject: text({ description: 'The attestation, in base64url.', max: maxPasskeyBytesLength }),
          transports: optional(
            list(text({ description: 'A way to reach the authenticator.', max: maxTransportLength }), {
              description: 'How the authenticator can be reached.',
              max: maxTransports,
            }),
          ),
        },
        { title: 'PasskeyRegistrationResponse' },
      ),
      'The response of the authenticator.',
    ),
  },
  { title: 'PasskeyRegistration' },
)
export type PasskeyRegistration = Static<typeof PasskeyRegistration>

/** What a browser answers when a passkey was used. Its other fields are ignored. */
export const PasskeyAssertion = model(
  {
    id: credentialId,
    response: described(
      model(
        {
          clientDataJSON,
          authenticatorData: text({ description: 'The authenticator data, in base64url.', max: maxPasskeyBytesLength }),
          signature: text({ description: 'The signature, in base64url.', max: maxPasskeyBytesLength }),
          userHandle: optional(
            nullable(text({ description: 'The account that the passkey names, in base64url.', max: maxIdLength })),
          ),
        },
        { title: 'PasskeyAssertionResponse' },
      ),
      'The response of the authenticator.',
    ),
  },
  { title: 'PasskeyAssertion' },
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

const challenge = secret({ description: 'The challenge that was answered before.', max: maxTokenLength })
const code = secret({ description: 'The code that the authenticator app shows now.', max: maxGivenCodeLength })
const recoveryCode = secret({ description: 'A recovery code that was not used yet.', max: maxGivenCodeLength })

const creationOptions = anyJson({
  description: 'The argument of `navigator.credentials.create`, as PublicKeyCredentialCreationOptionsJSON.',
})
const requestOptions = anyJson({
  description:
    'The argument of `navigator.credentials.get`, as PublicKeyCredentialRequestOptionsJSON; null: the account has no passkey.',
})

export const Passkey = model(
  {
    id: uuid({ description: 'The passkey.' }),
    name: text({ description: 'The name that its owner gave it.', examples: ['Work laptop'] }),
    synced: boolean({ description: 'Whether a password manager or account copies it to other devices.' }),
    created_at: instant({ description: 'When it was registered.' }),
    last_used_at: nullable(instant({ description: 'When it was last used; null: never.' })),
    version: integer({ description: 'Send it as If-Match with a change.' }),
  },
  { title: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

export const SecondFactors = model(
  {
    required: boolean({ description: 'Whether the operator requires a second factor of this account.' }),
    totp: nullable(
      model(
        { confirmed_at: instant({ description: 'Since when the app is set up.' }) },
        { title: 'AuthenticatorApp', description: 'The authenticator app; null: none is set up.' },
      ),
    ),
    passkeys: list(Passkey, { description: 'The passkeys, the newest first.', max: maxPasskeys }),
    recovery_codes_left: integer({ description: 'How many recovery codes were not used yet.' }),
  },
  { title: 'SecondFactors' },
)
export type SecondFactors = Static<typeof SecondFactors>

const newCodes = list(secret({ description: 'A recovery code, shown only now.' }), {
  description: 'The recovery codes. Each works once; they are shown only now.',
  max: recoveryCodeCount,
})

/** Null if the account had recovery codes already. */
const firstCodes = list(secret({ description: 'A recovery code, shown only now.' }), {
  description: 'The recovery codes, shown only now; empty if the account has some already.',
  max: recoveryCodeCount,
})

export const secondFactors = operation({
  id: 'secondFactors',
  method: 'GET',
  path: '/api/auth/second-factors',
  tag,
  summary: 'List my second factors',
  description: 'Lists the authenticator app, the passkeys, and how many recovery codes are left.',
  access: signedIn,
  answer: SecondFactors,
})

export const startTotp = operation({
  id: 'startTotp',
  method: 'POST',
  path: '/api/auth/totp',
  tag,
  summary: 'Set up an authenticator app',
  description:
    'Answers a new secret for an authenticator app (RFC 6238, SHA-1, 6 digits, 30 seconds). It counts once a code confirms it within 15 minutes; a second call replaces it.',
  access: signedIn,
  idempotent: false,
  stepUp: 'always',
  answer: model(
    {
      secret: secret({ description: 'The secret in base32, to type into the app.' }),
      uri: secret({ description: 'The same as an otpauth address, to show as a QR code.' }),
    },
    { title: 'StartTotpResponse' },
  ),
  errors: ['totp_exists'],
})

export const confirmTotp = operation({
  id: 'confirmTotp',
  method: 'POST',
  path: '/api/auth/totp/confirm',
  tag,
  summary: 'Confirm an authenticator app',
  description:
    'Switches the authenticator app on. With the first factor of an account it answers 10 recovery codes, which are shown only once.',
  access: signedIn,
  idempotent: false,
  body: model({ code }, { title: 'ConfirmTotpRequest' }),
  answer: model({ recovery_codes: firstCodes }, { title: 'ConfirmTotpResponse' }),
  errors: ['code_invalid', 'totp_exists', 'rate_limited'],
})

export const removeTotp = operation({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/auth/totp',
  tag,
  summary: 'Remove the authenticator app',
  description: 'Switches the authenticator app off. With the last factor the recovery codes are deleted too.',
  access: signedIn,
  stepUp: 'with_factor',
  errors: ['no_second_factor'],
})

export const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/recovery-codes',
  tag,
  summary: 'Get new recovery codes',
  description: 'Answers 10 new recovery codes, which are shown only once. The earlier ones stop working.',
  access: signedIn,
  idempotent: false,
  stepUp: 'with_factor',
  answer: model({ recovery_codes: newCodes }, { title: 'RecoveryCodesResponse' }),
  errors: ['no_second_factor'],
})

export const passkeyRegistrationOptions = operation({
  id: 'passkeyRegistrationOptions',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  tag,
  summary: 'Begin to register a passkey',
  description: 'Answers what a browser needs to create a passkey. The challenge works once, for 5 minutes.',
  access: signedIn,
  idempotent: false,
  stepUp: 'always',
  answer: model(
    { challenge: secret({ description: 'Send it with the new passkey.' }), options: creationOptions },
    { title: 'PasskeyRegistrationOptions' },
  ),
  errors: ['too_many_passkeys'],
})

const passkeyName = text({
  description: 'A name to recognize it by.',
  min: 1,
  max: maxPasskeyNameLength,
  examples: ['Work laptop'],
})

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/auth/passkeys',
  tag,
  summary: 'Register a passkey',
  description:
    'Adds a passkey. With the first factor of an account it answers 10 recovery codes, which are shown only once.',
  access: signedIn,
  idempotent: false,
  stepUp: 'always',
  body: model(
    { challenge, name: passkeyName, passkey: described(PasskeyRegistration, 'What the browser answered.') },
    { title: 'AddPasskeyRequest' },
  ),
  answer: model(
    { passkey: described(Passkey, 'The new passkey.'), recovery_codes: firstCodes },
    { title: 'AddPasskeyResponse' },
  ),
  status: 201,
  errors: ['passkey_invalid', 'challenge_invalid', 'passkey_exists', 'too_many_passkeys'],
})

const passkeyParams = model({ passkey_id: text({ description: 'The passkey.', max: maxIdLength }) })

export const renamePasskey = operation({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/api/auth/passkeys/{passkey_id}',
  tag,
  summary: 'Rename a passkey',
  description: 'Changes the name of one of the caller’s passkeys.',
  access: signedIn,
  params: passkeyParams,
  body: model({ name: passkeyName }, { title: 'RenamePasskeyRequest' }),
  answer: Passkey,
  ifMatch: 'required',
  errors: ['passkey_not_found'],
})

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/auth/passkeys/{passkey_id}',
  tag,
  summary: 'Remove a passkey',
  description: 'Removes one of the caller’s passkeys. With the last factor the recovery codes are deleted too.',
  access: signedIn,
  stepUp: 'with_factor',
  params: passkeyParams,
  ifMatch: 'required',
  errors: ['passkey_not_found'],
})

export const passkeySignInOptions = operation({
  id: 'passkeySignInOptions',
  method: 'POST',
  path: '/api/auth/passkey/options',
  tag,
  summary: 'Begin to sign in with a passkey',
  description: 'Answers what a browser needs to use a passkey. The challenge works once, for 5 minutes.',
  access: anyone,
  answer: model(
    { challenge: secret({ description: 'Send it with the passkey.' }), options: requestOptions },
    { title: 'PasskeySignInOptions' },
  ),
  errors: ['rate_limited'],
})

export const signInWithPasskey = operation({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/passkey',
  tag,
  summary: 'Sign in with a passkey',
  description: 'Opens a session like a password and a second factor together. The passkey must verify its user.',
  access: anyone,
  body: model(
    { challenge, passkey: described(PasskeyAssertion, 'What the browser answered.') },
    { title: 'PasskeySignInRequest' },
  ),
  answer: LoginResponse,
  errors: ['second_factor_invalid', 'challenge_invalid', 'rate_limited'],
})

const proofs = {
  code: optional(nullable(code)),
  recovery_code: optional(nullable(recoveryCode)),
  passkey: optional(described(PasskeyAssertion, 'What the browser answered.')),
}

export const completeSignIn = operation({
  id: 'completeSignIn',
  method: 'POST',
  path: '/api/auth/second-factor',
  tag,
  summary: 'Complete a sign-in with the second factor',
  description:
    'Takes the `challenge` of a sign-in that was answered with 401 `second_factor_required`, and exactly one proof. The challenge works once, for 5 minutes and 5 tries.',
  access: anyone,
  body: model({ challenge, ...proofs }, { title: 'SecondFactorRequest' }),
  answer: LoginResponse,
  errors: ['second_factor_invalid', 'challenge_invalid', 'rate_limited'],
})

export const stepUpOptions = operation({
  id: 'stepUpOptions',
  method: 'POST',
  path: '/api/auth/step-up/options',
  tag,
  summary: 'Begin to confirm who I am',
  description: 'Answers how the caller can confirm who they are, and what a browser needs to use a passkey.',
  access: signedIn,
  idempotent: false,
  answer: model(
    {
      methods: list(
        oneOf(['password', ...factorMethods], { description: 'A way to confirm.', examples: ['password', 'code'] }),
        { description: 'The ways to confirm that the account has.', max: factorMethods.length + 1 },
      ),
      challenge: secret({ description: 'Send it with a passkey.' }),
      options: requestOptions,
    },
    { title: 'StepUpOptions' },
  ),
})

export const stepUp = operation({
  id: 'stepUp',
  method: 'POST',
  path: '/api/auth/step-up',
  tag,
  summary: 'Confirm who I am',
  description:
    'Takes exactly one proof. For 10 minutes, the calls of this session that ask for it (403 `step_up_required`) are answered.',
  access: signedIn,
  idempotent: false,
  body: model(
    {
      password: optional(nullable(secret({ description: 'The password.', max: maxGivenPasswordLength }))),
      ...proofs,
      challenge: optional(nullable(described(challenge, 'The challenge of the options; only with a passkey.'))),
    },
    { title: 'StepUpRequest' },
  ),
  answer: model(
    { good_until: instant({ description: 'Until when this session does not have to confirm again.' }) },
    { title: 'StepUpResponse' },
  ),
  errors: ['invalid_credentials', 'second_factor_invalid', 'challenge_invalid', 'rate_limited'],
})

export const resetSecondFactors = operation({
  id: 'resetSecondFactors',
  method: 'POST',
  path: '/api/superadmin/users/{user_id}/second-factors/reset',
  tag: 'Superadmin',
  summary: 'Remove the second factors of a user',
  description:
    'For a person who lost their phone: removes the authenticator app, the passkeys and the recovery codes. The reason is written to the admin log and mailed to the person.',
  access: superadmin,
  stepUp: 'with_factor',
  params: model({ user_id: uuid({ description: 'The user.' }) }),
  body: model(
    {
      reason: text({
        description: 'Why they are removed.',
        min: 1,
        max: maxResetReasonLength,
        examples: ['Lost phone, identity confirmed by a call back'],
      }),
    },
    { title: 'ResetSecondFactorsRequest' },
  ),
  errors: ['user_not_found', 'no_second_factor'],
})
