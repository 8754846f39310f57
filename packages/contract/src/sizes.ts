/** Every length, size and count that the service enforces and its clients must know. Lengths count code points. */

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

// Identifiers

/** An id or a key in a path or a query. */
export const maxIdLength = 100
/** Ids of deals and comments can come from other systems. */
export const maxDealIdLength = 400
export const maxCommentIdLength = 400
export const maxSectionKeyLength = 64
export const maxMetricKeyLength = 80
/** A metric key in a request: a longer one is malformed, a shorter one may be unknown. */
export const maxGivenMetricKeyLength = 200
export const maxIdempotencyKeyLength = 255

// Lists

export const maxPageSize = 100
export const defaultPageSize = 20
export const maxCursorLength = 200
/** The cursor of a list of deals contains the sort values. */
export const maxDealCursorLength = 4000
export const maxSearchLength = 200
/** A list of kinds of hits, separated by commas. */
export const maxSearchKindsLength = 100
/** A date and time in a query or a body that is parsed leniently. */
export const maxInstantLength = 40

// Accounts

export const maxEmailLength = 254
/** For input that is compared with stored emails and passwords; new ones have their own limits. */
export const maxGivenEmailLength = 1024
export const maxGivenPasswordLength = 1024
export const minPasswordLength = 10
export const maxPasswordLength = 128
/** First and last name. */
export const maxPersonNameLength = 100
export const maxDisplayNameLength = 200
export const maxUrlLength = 2000
export const maxAddresses = 10
export const emailCodeDigits = 6
export const maxEmailCodeTries = 5
/** Invite codes, invitations, sign-in links and preview tokens. */
export const maxTokenLength = 200
export const maxAccessTokenLength = 4096
export const maxAvatarBytes = 256 * kibibyte
/** Maximum width and height, in pixels. */
export const maxAvatarSide = 1024
/** Of each kind in the comparison of two workbooks. */
export const maxWorkbookChanges = 200
export const maxLogoBytes = 256 * kibibyte
export const maxLogoSide = 1024
export const maxFooterLength = 160

// Organizations

export const minOrgNameLength = 2
export const minTeamNameLength = 1
/** Names of organizations and teams, after trimming. */
export const maxOrgNameLength = 100
/** The same before trimming. */
export const maxUntrimmedNameLength = 1000
export const minSlugLength = 2
export const maxSlugLength = 60
export const maxInviteCodeDescriptionLength = 500
export const maxInviteCodeUses = 1_000_000

// Deals

export const maxDealNameLength = 200
export const maxCityLength = 80
export const maxStageNameLength = 40
/** Of one person. */
export const maxSavedViews = 50
/** Of an organization; the newest ones are listed. */
export const maxSharedViews = 100
export const maxSavedViewNameLength = 60
export const maxDealColumns = 20
/** Deals that are counted at most. */
export const maxCountedDeals = 5_000
export const maxPortfolioDeals = 50
export const maxPortfolioMetrics = 12
/** Metrics of the chosen deals that are offered. */
export const maxOfferedMetrics = 200
export const maxInvalidationReasonLength = 500
export const maxVoteNoteLength = 2000
/** Items that a readiness check names. */
export const maxReadinessNames = 3
export const maxCommitteeMembers = 50
export const maxConditions = 100
export const maxConditionLength = 500
/** Open requests of one deal. */
export const maxOpenRequests = 1000
export const maxRequestTitleLength = 200
export const maxRequestNoteLength = 2000
export const maxSignOffs = 20
export const maxSignOffLabelLength = 80
export const maxSignOffNoteLength = 2000
/** What waits for a person: items of a page, and how many are counted. */
export const maxWaitingPageSize = 50
export const maxWaitingCount = 99
export const maxDecisionRationaleLength = 5000
/** The reason for overriding open blockers or for reopening a deal. */
export const maxDecisionReasonLength = 2000
/** Maximum number of open blockers listed when a decision is rejected. */
export const maxBlockersNamed = 20
export const maxAuditTrailPageSize = 5000
export const defaultAuditTrailPageSize = 500
/** Maximum length of every list of news. */
export const maxNews = 100

// Memo

export const maxSectionTitleLength = 200
export const maxSectionLength = 100_000
export const maxSections = 200
/** With the removed ones, which are kept. */
export const maxKeptSections = 1_000
/** Of one organization. */
export const maxSectionTemplates = 50
export const maxSectionTemplateLength = 8_000
export const maxSectionTemplateNameLength = 80
/** For all sections of a memo together. */
export const maxMemoCharacters = 2_000_000

// Comments

export const maxCommentLength = 2000
export const maxMentions = 50
/** The commented text of an anchor, and the text before and after it. */
export const maxAnchorTextLength = 1000
export const maxAnchorContextLength = 200
export const maxCommentImages = 10
export const maxEmojiLength = 64
export const maxReplies = 500
export const maxEmojiPerComment = 50
/** Maximum number of reactions to a comment, so that everyone who reacted can be listed. */
export const maxReactions = 1_000
/** In the response of a comment; the rest are fetched page by page. */
export const maxRepliesShown = 50
export const maxImageBytes = 5 * mebibyte
/** Maximum width and height, in pixels. */
export const maxImageSide = 10_000

// Feedback

export const minRating = 1
export const maxRating = 5
export const maxFeedbackLength = 500
export const maxTagLength = 40
export const maxTags = 20

// Documents

/** Maximum size of one file, and of all files of a deal together. */
export const maxDocumentBytes = 50 * mebibyte
export const maxDealBytes = 200 * mebibyte
/** Maximum size of an exported file. */
export const maxExportBytes = 100 * mebibyte
/** Maximum size of a bundle: the files of a deal, and everything else about it, packed. */
export const maxBundleBytes = 400 * mebibyte
export const maxBundleFormBytes = maxBundleBytes + mebibyte
/** The maximum of a deal, plus the overhead of the multipart form. */
export const maxUploadBytes = maxDealBytes + mebibyte
export const maxDealDocuments = 1_000
/** The folder of a document in its archive. */
export const maxDocumentPathLength = 500
export const maxDocumentsPerUpload = 20
/** Maximum number of cells per response. */
export const maxCellsAtOnce = 5_000
export const maxSheetNameLength = 255
export const maxRangeLength = 40
/** Maximum number of pages per response. */
export const maxPagesAtOnce = 10
export const maxQuestionLength = 500
export const maxPassageLength = 2000

// Metrics

export const maxMetrics = 500
export const maxMetricLabelLength = 120
export const maxCustomLabelLength = 100
/** The cell of a metric. */
export const maxMetricSheetLength = 200
export const minCellLength = 2
export const maxCellLength = 20
/** Alternatives: other cells that may hold a metric. */
export const maxAlternatives = 5
/** Metrics that rereading a workbook would change. */
export const maxRereadMetrics = 1_000
/** Frozen cells, and the metrics listed with each. */
export const maxFrozenCells = 20
export const maxMetricsOfFrozenCell = 20

// What-ifs

export const maxRationaleLength = 1_000
export const minTrials = 100
export const maxTrials = 100_000
export const defaultTrials = 10_000
export const maxUncertainMetrics = 10
/** One for each pair among the uncertain metrics and the changed one. */
export const maxCorrelations = 55
export const maxThresholds = 20
export const maxGoalSeekSolutions = 5
/** Values on each axis of a two-way table. */
export const maxTableValues = 41
/** Metrics that one what-if changes. */
export const maxChanges = 20

// Scenarios

export const maxScenarios = 50
export const maxScenarioOverrides = 100
export const maxScenarioIdLength = 64
export const maxScenarioNameLength = 80
export const maxScenarioNoteLength = 2_000
export const maxComparedScenarios = 10
export const maxThresholdSourceLength = 200
/** Inputs that vary in the simulation of a scenario, and pairs of them that go together. */
export const maxVaryingInputs = 20
export const maxInputCorrelations = 190
/** Values of a discrete distribution, and observed values of one that follows history. */
export const maxChoices = 50
export const maxHistoryValues = 200
/** Versions of the uncertainty settings of one scenario that are kept. */
export const maxUncertaintyVersions = 50
export const maxSimulatedScenarios = 4

// Facts of documents and data quality

export const maxQualityFindings = 200

export const maxFactsPage = 200
export const maxFindingsPage = 200
/** Of a deal; differences come before agreements. */
export const maxFindings = 2_000
/** Headline metrics that a contradiction names as moving. */
export const maxEffects = 8
export const maxSettlementReasonLength = 1_000

// Site

export const maxSiteTextLength = 20_000

// Live channel and notifications

/** A client frame that exceeds these limits or is malformed gets the error `frame_invalid`. */
export const maxFrameBytes = 16 * kibibyte
export const maxFrameDepth = 16
/** This many invalid frames within a minute close the channel with `tooManyMessages`. */
export const maxInvalidFramesPerMinute = 20
/** Maximum JSON data of an event; larger data is replaced by a reference. */
export const maxEventDataBytes = 64 * kibibyte
/** Sections that one channel can lock for editing: a real editor has a few open, more indicate a bug. */
export const maxSectionsHeld = 20
export const maxNotificationsMarked = 500
/** The longest name of a time zone has 32 characters. */
export const maxTimeZoneLength = 64

// Bundles: far above what the service writes, so that only damaged and hostile files are refused

export const maxBundleParts = 200
export const maxBundleColumns = 100
export const maxBundleBlobs = 20_000
/** Names, keys and places in rows whose own limits depend on their table. */
export const maxBundledNameLength = 300
export const maxBundledInstantLength = 40
/** Items of a list in a JSON column. */
export const maxBundledItems = 1_000
export const maxPublicKeyLength = 1_000
