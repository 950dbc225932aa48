CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`participant_id` text,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_by` integer,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_state` ON `disputes` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `disputes_subject` ON `disputes` (`subject_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded_amount` integer DEFAULT 0 NOT NULL;