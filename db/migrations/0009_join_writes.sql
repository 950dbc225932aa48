CREATE TABLE `__new_idempotency_keys` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_idempotency_keys`("user_id", "key", "request_hash", "status", "body", "created_at") SELECT "user_id", "key", "request_hash", "status", "body", "created_at" FROM `idempotency_keys`;--> statement-breakpoint
DROP TABLE `idempotency_keys`;--> statement-breakpoint
ALTER TABLE `__new_idempotency_keys` RENAME TO `idempotency_keys`;--> statement-breakpoint
DROP INDEX `participants_carpool`;--> statement-breakpoint
CREATE INDEX `participants_carpool` ON `participants` (`carpool_id`,`user_id`) WHERE seat = 'taken';
