CREATE TABLE `__new_attempts` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`id` integer DEFAULT (random()) NOT NULL,
	PRIMARY KEY(`kind`, `subject`, `at`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_attempts`("kind", "subject", "at", "id") SELECT "kind", "subject", "at", "id" FROM `attempts`;--> statement-breakpoint
DROP TABLE `attempts`;--> statement-breakpoint
ALTER TABLE `__new_attempts` RENAME TO `attempts`;
